import { annotationEndpoints } from '@readroom/contracts/reading/annotations'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { listAnnotations } from '@readroom/db/reading/annotations'
import { listDraftKeyImages } from '@readroom/db/reading/key-images'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { keepAnnotations } from '@readroom/domain/reading/annotations'
import { noteDisplayed } from '@readroom/domain/reading/displayed-series'
import { putAside, skipStudy, takeUp } from '@readroom/domain/reading/reading-round'
import { recallReport } from '@readroom/domain/reading/report-recall'
import {
  askForReport,
  discardDraft,
  holdReport,
  isSoleWriter,
  putDraftAway,
  releaseReport,
  saveDraft,
} from '@readroom/domain/reading/report-writing'
import { createProofs } from '@readroom/pdf/proof'
import type { FastifyInstance } from 'fastify'
import { setWindowCookie } from '../../access/viewer-access/viewer-cookie.ts'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { removeAllUnnamed } from '../../core/stored-files.ts'
import { toKeyImage } from './key-image.ts'
import { createReadingService } from './reading.service.ts'
import { createReadingRound } from './reading-round.service.ts'
import { createSigningService } from './signing.service.ts'

export function readingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const reading = createReadingService(context)
  const proofs = createProofs()
  app.addHook('onClose', async () => proofs.close())
  const signing = createSigningService(context, proofs)
  const round = createReadingRound(context)

  mount(app, context, readingEndpoints.open, async ({ actor, params, query }) => ({
    ...(await reading.open(actor, { ...params, ...query })),
    passwordNeeded: await signing.isPasswordNeeded(actor),
  }))
  mount(app, context, readingEndpoints.localKey, async ({ actor, query: { studyId } }) => ({
    localKey: reading.localKey(actor, studyId),
  }))
  mount(app, context, readingEndpoints.images, async ({ actor, params, body, reply }) => {
    const { secret, expiresAt, addresses } = await round.show(actor, { ...params, ...body })
    setWindowCookie(reply, context.config, { windowId: body.windowId, secret, expiresAt })
    return addresses
  })
  mount(app, context, readingEndpoints.displayed, async ({ actor, params, body }) => {
    await db.transaction((tx) => noteDisplayed(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.asides, async ({ actor }) => ({ studies: await round.asides(actor) }))
  mount(app, context, readingEndpoints.putAside, async ({ actor, params: { studyId } }) => {
    await db.transaction((tx) => putAside(tx, actor, studyId))
    return {}
  })
  mount(app, context, readingEndpoints.takeUp, async ({ actor, params: { studyId } }) => {
    await db.transaction((tx) => takeUp(tx, actor, studyId))
    return {}
  })
  mount(app, context, readingEndpoints.skip, async ({ actor, params, body }) => {
    await db.transaction((tx) => skipStudy(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.hold, async ({ actor, params, body }) => {
    return db.transaction(async (tx) => {
      const { fence, leaseUntil } = await holdReport(tx, actor, { ...params, ...body })
      // Read after taking the hold: nobody else can save from now on.
      const found = await findDraft(tx, params.studyId)
      const keyImages = (await listDraftKeyImages(tx, params.studyId)).map(toKeyImage)
      const savedAt = found?.draft.savedAt.toISOString() ?? null
      const annotations = await listAnnotations(tx, params.studyId)
      return { fence, leaseUntil: leaseUntil.toISOString(), savedAt, keyImages, annotations }
    })
  })
  mount(app, context, readingEndpoints.ask, async ({ actor, params, body }) => {
    await db.transaction((tx) => askForReport(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.release, async ({ actor, params, body }) => {
    await db.transaction((tx) => releaseReport(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.save, async ({ actor, params, body }) => {
    const draft = await db.transaction((tx) => saveDraft(tx, actor, { ...params, ...body }))
    const { revision, savedAt } = draft
    signing.proveLater(actor, { ...params, ...body, revision })
    return { revision, savedAt: savedAt.toISOString(), isSole: isSoleWriter(draft, actor, body.windowId) }
  })
  mount(app, context, annotationEndpoints.keep, async ({ actor, params, body }) => {
    await db.transaction((tx) => keepAnnotations(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.putAway, async ({ actor, params, body }) => {
    await db.transaction((tx) => putDraftAway(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.discard, async ({ actor, params, body }) => {
    const dropped = await db.transaction((tx) => discardDraft(tx, actor, { ...params, ...body }))
    await removeAllUnnamed(context.storage, dropped)
    return {}
  })
  mount(app, context, readingEndpoints.sign, async ({ actor, params, body }) => {
    const versionId = await signing.sign(actor, { ...params, ...body })
    return { version: await reading.requireVersion(versionId) }
  })
  mount(app, context, readingEndpoints.recall, async ({ actor, params, body }) => {
    await db.transaction((tx) => recallReport(tx, actor, { ...params, ...body }))
    return {}
  })
  mount(app, context, readingEndpoints.versions, async ({ actor, params: { studyId } }) => reading.versions(actor, studyId))
}
