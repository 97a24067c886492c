/* SPDX-License-Identifier: MIT */
/* An image: a world's rows as they were at the end of a turn, kept in plain memory by a process
 * that has no plugin and trusts nobody who sends frames. It is made of frames (frame.h) and becomes
 * a world again in the way a save does. */
#ifndef MOULT_CORE_IMAGE_H
#define MOULT_CORE_IMAGE_H
#include "core/world/world.h"

#define MOULT__IMAGE_MAX (80u << 20) /* bytes that an image may take */

typedef struct moult__image moult__image;

/* An empty image, of serial 0; NULL: memory. */
moult__image *moult__image_create(void);
void moult__image_free(moult__image *image);

/* Looks at the whole frame, takes the memory that it needs, and only then changes anything.
 * Refused, the image is as it was:
 * MOULT_FORMAT  damaged, or not about this image's tables;
 * MOULT_AGAIN   its serial isn't the one after the image's (of a whole frame: a later one);
 * MOULT_MEMORY  none left, or more than MOULT__IMAGE_MAX bytes. */
moult_status moult__image_apply(moult__image *image, const uint8_t *frame, uint64_t count,
                                moult__report *report);

/* Of the newest frame applied; 0 for an empty image. */
uint64_t moult__image_serial(const moult__image *image);
uint32_t moult__image_turn(const moult__image *image);
uint64_t moult__image_hash(const moult__image *image);

/* Hands all tables to a fresh world, as a saver does; moult__world_finish then checks and applies
 * them. MOULT_AGAIN: the image is empty. The words of a refusal are in the world's report. */
moult_status moult__image_restore(const moult__image *image, moult_world *w);

#endif
