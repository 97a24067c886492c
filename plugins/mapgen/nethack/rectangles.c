/* SPDX-License-Identifier: MIT */
/* The pool of free rectangles. They overlap: what is left of one after a room was put into it are
 * up to four strips, each as long or as high as the whole was. A strip is kept only if a room with
 * its borders fits, so a pool is small, at most a dozen on a map of the usual size. */
#include "level.h"

static int32_t shares_cell(nethack_box a, nethack_box b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

static nethack_box common(nethack_box a, nethack_box b)
{
    nethack_box c = {a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                     a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
    return c;
}

static int32_t lies_in(nethack_box inner, nethack_box outer)
{
    return inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 &&
           inner.y1 <= outer.y1;
}

static void add(nethack_level *l, nethack_box box)
{
    nethack_pool *pool = &l->pool;
    if (pool->count >= l->set.rectangles_max)
        return;
    for (int32_t i = 0; i < pool->count; i++)
        if (lies_in(box, pool->box[i]))
            return;
    pool->box[pool->count++] = box;
}

static void take_out(nethack_pool *pool, nethack_box box)
{
    for (int32_t i = 0; i < pool->count; i++)
        if (lies_in(box, pool->box[i]) && lies_in(pool->box[i], box)) {
            pool->box[i] = pool->box[--pool->count];
            return;
        }
}

void nethack_pool_begin(nethack_level *l)
{
    l->pool.box[0] = (nethack_box){0, 0, l->width - 1, l->height - 1};
    l->pool.count = 1;
}

int32_t nethack_pool_draw(nethack_level *l, nethack_box *out)
{
    if (l->pool.count == 0)
        return 0;
    *out = l->pool.box[nethack_roll(l, l->pool.count)];
    return 1;
}

/* The borders within a strip are narrower where it ends at the map's edge. */
static void add_strips(nethack_level *l, nethack_box old, nethack_box used)
{
    const nethack_settings *s = &l->set;
    int32_t across = 2 * s->margin_x + s->rectangle_spare, along = 2 * s->margin_y;
    int32_t across_edge = s->margin_x + 1 + s->rectangle_spare;
    along += s->rectangle_spare;
    int32_t along_edge = s->margin_y + 1 + s->rectangle_spare;
    nethack_box strip;
    if (used.y0 - old.y0 - 1 > (old.y1 < l->height - 1 ? along : along_edge)) {
        strip = old;
        strip.y1 = used.y0 - 2;
        add(l, strip);
    }
    if (used.x0 - old.x0 - 1 > (old.x1 < l->width - 1 ? across : across_edge)) {
        strip = old;
        strip.x1 = used.x0 - 2;
        add(l, strip);
    }
    if (old.y1 - used.y1 - 1 > (old.y0 > 0 ? along : along_edge)) {
        strip = old;
        strip.y0 = used.y1 + 2;
        add(l, strip);
    }
    if (old.x1 - used.x1 - 1 > (old.x0 > 0 ? across : across_edge)) {
        strip = old;
        strip.x0 = used.x1 + 2;
        add(l, strip);
    }
}

void nethack_pool_split(nethack_level *l, nethack_box old, nethack_box used)
{
    take_out(&l->pool, old);
    for (int32_t i = l->pool.count - 1; i >= 0; i--)
        if (i < l->pool.count && shares_cell(l->pool.box[i], used))
            nethack_pool_split(l, l->pool.box[i], common(l->pool.box[i], used));
    add_strips(l, old, used);
}
