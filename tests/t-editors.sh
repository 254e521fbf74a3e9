#!/bin/sh
# SPDX-License-Identifier: MIT
# vim and Emacs, with their own parsers, put the cursor where the gcc format says.
#
# vim gets the 'errorformat' of the manual page, Emacs nothing.
. "${0%/*}/tap.sh"
golden=$srcdir/fixtures/formats

cp -R "$golden/project" "$scratch/project"
chmod -R u+w "$scratch/project"
cd "$scratch/project" || exit 1
mv dot.env .env
mkdir 'my dir'
printf 'services:\n  web:\n    image: nginx\n    privileged: true\n' >'my dir/compose.yaml'
cp 'my dir/compose.yaml' 'with (brackets), and more.yaml'
"$COMPOSE_LINT" --relative-to . --level agent-cli-unpinned=info --format gcc=report . \
	'my dir/compose.yaml' 'with (brackets), and more.yaml' </dev/null >out 2>&1
# editors count bytes or screen columns, which are the same before ASCII
LC_ALL=C grep -v '^compose.yaml:16:' report >ascii
for level in error warning info note; do
	if grep -q ":[0-9]*: $level: " ascii; then ok "the report has a line of level $level"
	else not_ok "the report has a line of level $level" ascii; fi
done

# FILE:LINE:COLUMN:LEVEL of each line
sed -n 's/^\(.*:[0-9][0-9]*:[0-9][0-9]*\): \([a-z]*\): .*/\1:\2/p' ascii >wanted
sed 's/:[a-z]*$//' wanted >places

if ! command -v vim >/dev/null; then
	skip 'vim reads every line' 'vim not found'
	skip 'vim puts the cursor there' 'vim not found'
elif ! vim --version | grep -q '+quickfix'; then
	skip 'vim reads every line' 'this vim has no quickfix list'
	skip 'vim puts the cursor there' 'this vim has no quickfix list'
else
	sed -n 's/^setlocal errorformat/set errorformat/p' "$srcdir/man/compose-lint.1" | sed 's/\\e/\\/g' >efm.vim
	cat >read.vim <<'VIM'
cfile ascii
let types = {'e': 'error', 'w': 'warning', 'i': 'info', 'n': 'note'}
let read = []
let cursor = []
for entry in getqflist()
	if entry.valid
		call add(read, bufname(entry.bufnr) . ':' . entry.lnum . ':' . entry.col . ':' . get(types, tolower(entry.type), entry.type))
	endif
endfor
for number in range(1, len(read))
	execute 'cc ' . number
	call add(cursor, bufname('%') . ':' . line('.') . ':' . col('.'))
endfor
call writefile(read, 'read')
call writefile(cursor, 'cursor')
qa!
VIM
	HOME=$scratch vim -N -u NONE -i NONE -n -es -S efm.vim -S read.vim </dev/null >vim.log 2>&1
	wants_equal 'vim reads every line' wanted read
	wants_equal 'vim puts the cursor there' places cursor
fi

if ! command -v emacs >/dev/null; then
	skip 'Emacs reads every line' 'emacs not found'
	skip 'Emacs puts the cursor there' 'emacs not found'
else
	cat >read.el <<'LISP'
(require 'compile)
(setq here default-directory)
(with-current-buffer (get-buffer-create "report")
  (setq default-directory here)
  (insert "as a compiler's output begins\n")
  (save-excursion (goto-char (point-max)) (insert-file-contents "ascii"))
  (compilation-mode)
  (compilation--ensure-parse (point-max))
  (goto-char (point-min))
  (let (read)
    (while (not (eobp))
      (let ((message (get-text-property (point) 'compilation-message)))
        (when message
          (let ((loc (compilation--message->loc message)))
            (push (format "%s:%s:%s:%s" (caar (compilation--loc->file-struct loc))
                          (compilation--loc->line loc)
                          (compilation--loc->col loc)
                          (nth (compilation--message->type message) '("info" "warning" "error")))
                  read))))
      (forward-line 1))
    (write-region (mapconcat (lambda (line) (concat line "\n")) (nreverse read) "") nil "read")))
(setq next-error-last-buffer (get-buffer "report") compilation-skip-threshold 0
      compilation-context-lines 0)
(with-current-buffer "report" (goto-char (point-min)))
(let (cursor (go t) (first t))
  (while go
    (condition-case nil
        (progn
          (next-error 1 first)
          (setq first nil)
          (with-current-buffer (window-buffer)
            (push (format "%s:%d:%d" (file-relative-name buffer-file-name here)
                          (line-number-at-pos) (1+ (current-column)))
                  cursor)))
      (error (setq go nil))))
  (write-region (mapconcat (lambda (line) (concat line "\n")) (nreverse cursor) "") nil "cursor"))
LISP
	rm -f read cursor
	HOME=$scratch emacs -Q --batch -l read.el </dev/null >emacs.log 2>&1
	# Emacs has three kinds, and a note is an info to it
	sed 's/:note$/:info/' wanted >wanted.emacs
	wants_equal 'Emacs reads every line' wanted.emacs read
	wants_equal 'Emacs puts the cursor there' places cursor
fi
finish
