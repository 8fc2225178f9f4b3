import { Readable } from 'node:stream'
import { privacyEndpoints } from '@readroom/contracts/privacy/privacy'
import { countDue } from '@readroom/db/privacy/retention'
import { holdPatient, readPrivacySubject, requestExport } from '@readroom/domain/privacy/privacy'
import { removePatient } from '@readroom/domain/privacy/privacy-removal'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { sendAttachment } from '../core/http/files/attachment.ts'
import { describeStored, sendStored } from '../core/http/files/send-stored.ts'
import { mount } from '../core/http/mount.ts'
import { createExportService } from './exports.service.ts'
import { listActions, registerLines } from './privacy-action.ts'

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  const { db, storage } = context
  const exports = createExportService(context)

  mount(app, context, privacyEndpoints.subject, async ({ actor, params }) => ({
    data: await readPrivacySubject(db, actor, params.studyId),
  }))
  mount(app, context, privacyEndpoints.requestExport, async ({ actor, params, body }) => {
    const { actionId } = await db.transaction((tx) => requestExport(tx, actor, { ...params, ...body }))
    return { actionId, message: 'The export is being created. The Privacy page shows its progress.' }
  })
  mount(app, context, privacyEndpoints.erase, async ({ actor, params, body }) => {
    const asked = { ...params, ...body, way: 'erase' } as const
    const { actionId } = await db.transaction((tx) => removePatient(tx, actor, asked))
    return { actionId, message: 'The patient was erased. Images and files are being removed.' }
  })
  mount(app, context, privacyEndpoints.anonymise, async ({ actor, params, body }) => {
    const asked = { ...params, ...body, way: 'anonymise' } as const
    const { actionId } = await db.transaction((tx) => removePatient(tx, actor, asked))
    return { actionId, message: 'The patient was anonymised. Images and files are being removed.' }
  })
  mount(app, context, privacyEndpoints.hold, async ({ actor, params, body }) => {
    await db.transaction((tx) => holdPatient(tx, actor, params.studyId, body.reason))
    return { message: body.reason === null ? 'The patient is no longer on hold' : 'The patient is on hold' }
  })
  mount(app, context, privacyEndpoints.actions, async ({ query }) => listActions(db, query))
  mount(app, context, privacyEndpoints.register, async ({ reply }) =>
    sendAttachment(reply, {
      stream: Readable.from(registerLines(db)),
      fileName: `erasures_${new Date().toISOString().slice(0, 10)}.jsonl`,
      contentType: 'text/plain; charset=utf-8',
    }),
  )
  mount(app, context, privacyEndpoints.exportLink, async ({ actor, params }) => ({
    downloadUrl: await exports.link(actor, params.actionId),
  }))
  mount(
    app,
    context,
    privacyEndpoints.file,
    async ({ params, request, reply }) => {
      const allowed = await exports.find(params.ticket)
      return sendStored({ request, reply }, storage, allowed.file, () => exports.recordFirst(params.ticket, allowed))
    },
    async ({ params, reply }) => describeStored(reply, (await exports.find(params.ticket)).file),
  )
  mount(app, context, privacyEndpoints.retention, async () => {
    const { imageRetentionDays: days, studyRetentionYears: years, studyRetentionWay: way } = context.settings.now()
    const [images, studies] = await Promise.all([
      days > 0 ? countDue(db, { kind: 'images', days }) : null,
      years > 0 ? countDue(db, { kind: 'studies', years, way }) : null,
    ])
    const held = Math.max(images?.held ?? 0, studies?.held ?? 0)
    return { data: { images: images?.n ?? null, studies: studies?.n ?? null, way, held } }
  })
}
