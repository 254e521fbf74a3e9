/* SPDX-License-Identifier: MIT */
/* What a service sees, reaches and holds, put down for the sheet of engine/boundary.h. */
#ifndef ENGINE_BOUNDARY_VIEW_H
#define ENGINE_BOUNDARY_VIEW_H

#include "engine/boundary.h"

/* Fills all but the checks; sheet->entry is set. */
void boundary_view(struct sink *sink, struct boundary_service *sheet);

#endif
