/* SPDX-License-Identifier: MIT */
/* Savers: worlds that were played a while go out and come back; then their bytes are damaged. */
#include <stdlib.h>
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

typedef struct bytes {
    moult_sink sink; /* first: whom write is called with */
    uint8_t *at;
    uint64_t count, room;
} bytes;

static moult_status take(moult_sink *sink, const void *from, uint64_t count)
{
    bytes *b = (bytes *)sink;
    if (b->count + count > b->room) {
        b->room = (b->count + count) * 2;
        uint8_t *grown = realloc(b->at, b->room);
        if (grown == NULL)
            return MOULT_MEMORY;
        b->at = grown;
    }
    if (count != 0)
        memcpy(b->at + b->count, from, count);
    b->count += count;
    return MOULT_OK;
}

static bytes no_bytes(void)
{
    return (bytes){.sink = {.size = sizeof(moult_sink), .write = take}};
}

static moult_status encode(moult__trial *t, const moult__slot *slot, bytes *out)
{
    const moult_saver_1 *saver = slot->functions;
    *out = no_bytes();
    out->sink.core = out;
    t->s.world->phase = MOULT__PHASE_DRAW;
    moult__call(t, slot, "encode");
    moult_status status = saver->encode(t->s.world, &out->sink);
    moult__called(t);
    t->s.world->phase = MOULT__PHASE_TURN;
    return status;
}

/* A world from bytes; NULL when they were refused, with the words in `why`. */
static moult_world *decode(moult__trial *t, const moult__slot *slot, const uint8_t *from,
                           uint64_t count, moult__report *why)
{
    const moult_saver_1 *saver = slot->functions;
    moult_world *w = moult__set_world_create(&t->setup->set, why);
    if (w == NULL)
        return NULL;
    w->session = t;
    moult__call(t, slot, "decode");
    moult_status status = saver->decode(w, from, count);
    moult__called(t);
    if (status < 0)
        *why = w->report;
    else
        status = moult__world_finish(w, slot->name, why);
    if (status >= 0)
        return w;
    moult__set_world_free(&t->setup->set, w);
    return NULL;
}

void moult__tour_saver(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    moult__report why = {0};
    bytes saved;
    moult__play(t, &source, 10);
    encode(t, slot, &saved);
    moult__answer(t, saved.at, saved.count);
    moult_world *w = decode(t, slot, saved.at, saved.count, &why);
    if (w != NULL)
        moult__set_world_free(&t->setup->set, w);
    free(saved.at);
}

/* -- round trip -------------------------------------------------------------------------------- */

/* The first table that differs, or NULL. */
static const char *difference(const moult_world *a, const moult_world *b)
{
    const char *name = NULL;
    uint32_t count = moult__section_count(a);
    if (count != moult__section_count(b))
        return moult__translate("how many tables there are");
    for (uint32_t i = 0; i < count && name == NULL; i++) {
        bytes one = no_bytes(), other = no_bytes();
        moult__section_encode(a, i, &one.sink);
        moult__section_encode(b, i, &other.sink);
        if (one.count != other.count || memcmp(one.at, other.at, one.count) != 0)
            name = moult__section_name(a, i);
        free(one.at);
        free(other.at);
    }
    return name;
}

static void there_and_back(moult__trial *t, const moult__slot *slot)
{
    const moult_saver_1 *saver = slot->functions;
    moult__report why = {0};
    bytes saved;
    moult_status status = encode(t, slot, &saved);
    if (status < 0)
        moult__fails(t, "%s: it refused to encode: %s", t->found->where, moult_status_text(status));
    if (saver->magic == NULL || saver->magic_size < 1 || saver->magic_size > 16 ||
        saved.count < saver->magic_size || memcmp(saved.at, saver->magic, saver->magic_size) != 0)
        moult__fails(t, "its bytes don't begin with its 1 to 16 bytes of magic");
    moult_world *w = status >= 0 ? decode(t, slot, saved.at, saved.count, &why) : NULL;
    if (w == NULL && status >= 0)
        moult__fails(t, "%s: it refused its own bytes: %s", t->found->where, why.text);
    const char *other = w != NULL ? difference(t->s.world, w) : NULL;
    if (other != NULL)
        moult__fails(t, "%s: %s isn't what it was", t->found->where, other);
    if (w != NULL && moult__hash(w) != moult__hash(t->s.world))
        moult__fails(t, "%s: the state hash isn't what it was", t->found->where);
    if (w != NULL)
        moult__set_world_free(&t->setup->set, w);
    free(saved.at);
}

static int32_t game(moult__trial *t, uint32_t seed, uint32_t commands)
{
    char text[16];
    moult_xorshift source = moult_xorshift_start(seed);
    snprintf(text, sizeof text, "%u", seed);
    if (moult__game_open(t, text) < 0) {
        moult__fails_report(t, &t->s.report);
        return 0;
    }
    moult__play(t, &source, commands);
    moult__about(t, moult__translate("seed \"%s\" after %u commands"), text, commands);
    return 1;
}

static void roundtrip(moult__trial *t, const moult__slot *slot)
{
    for (uint32_t seed = 1; seed <= moult__count(t, 30) && !moult__failed(t); seed++) {
        if (!game(t, seed, (seed - 1) * 10))
            return;
        there_and_back(t, slot);
        moult__game_close(t);
        t->found->seeds++;
    }
}

void moult__check_saver_roundtrip(moult__trial *t)
{
    moult__each_slot(t, roundtrip);
    moult__pass(t, "%llu worlds", (unsigned long long)t->found->seeds);
}

/* -- damage ------------------------------------------------------------------------------------ */

static void judge(moult__trial *t, const moult__slot *slot, const uint8_t *from, uint64_t count)
{
    const moult_saver_1 *saver = slot->functions;
    moult__report why = {0};
    moult_world *w = decode(t, slot, from, count, &why);
    if (w == NULL) {
        if (why.text[0] == 0)
            moult__fails(t, "%s: it was refused without a word", t->found->where);
        return;
    }
    if ((saver->flags & MOULT_SAVER_EDITABLE) == 0)
        moult__fails(t, "%s: it was taken for whole", t->found->where);
    else if (moult__world_check(w, slot->name, &why) < 0)
        moult__fails(t, "%s: it was taken: %s", t->found->where, why.text);
    moult__set_world_free(&t->setup->set, w);
}

static void damage_one(moult__trial *t, const moult__slot *slot, const bytes *saved,
                       moult_xorshift *source)
{
    const moult_saver_1 *saver = slot->functions;
    uint64_t at = moult_xorshift_next(source) % saved->count;
    uint32_t bit = moult__chance(source, 8);
    uint8_t *copy = malloc(saved->count);
    if (copy == NULL)
        return;
    memcpy(copy, saved->at, saved->count);
    copy[at] ^= (uint8_t)(1u << bit);
    moult__about(t, moult__translate("byte %llu of %llu, bit %u flipped"), (unsigned long long)at,
                 (unsigned long long)saved->count, bit);
    judge(t, slot, copy, saved->count);
    moult__about(t, moult__translate("cut after %llu of %llu bytes"), (unsigned long long)at,
                 (unsigned long long)saved->count);
    copy[at] ^= (uint8_t)(1u << bit);
    judge(t, slot, copy, at);
    uint64_t noise = at % 4096 < saved->count ? at % 4096 : saved->count;
    for (uint64_t i = 0; i < noise; i++)
        copy[i] = (uint8_t)moult_xorshift_next(source);
    if (bit != 0 && noise >= saver->magic_size)
        memcpy(copy, saver->magic, saver->magic_size);
    moult__about(t, moult__translate("%llu random bytes"), (unsigned long long)noise);
    judge(t, slot, copy, noise);
    free(copy);
}

static void damage(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(99);
    bytes saved;
    if (!game(t, 1, 40))
        return;
    if (encode(t, slot, &saved) >= 0 && saved.count != 0)
        for (uint32_t i = 0; i < moult__count(t, 1000) && !moult__failed(t); i++)
            damage_one(t, slot, &saved, &source);
    free(saved.at);
    moult__game_close(t);
}

void moult__check_saver_damage(moult__trial *t)
{
    moult__each_slot(t, damage);
    moult__pass(t, "%llu times damaged", (unsigned long long)t->calls);
}
