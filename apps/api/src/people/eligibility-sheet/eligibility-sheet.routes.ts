import { Readable } from 'node:stream'
import { eligibilitySheetEndpoints as endpoints } from '@readroom/contracts/people/eligibility-sheet'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { sendAttachment } from '../../core/http/files/attachment.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { mount } from '../../core/http/mount.ts'
import { createEligibilitySheet } from './eligibility-sheet.service.ts'

export function eligibilitySheetRoutes(app: FastifyInstance, context: Context): void {
  const sheet = createEligibilitySheet(context)

  mount(app, context, endpoints.download, async ({ query, reply }) => {
    const bytes = await sheet.download(query.separator)
    const file = { fileName: 'doctors.csv', contentType: 'text/csv; charset=utf-8', size: bytes.length }
    return sendAttachment(reply, { ...file, stream: Readable.from([bytes]) })
  })
  mount(app, context, endpoints.check, async ({ request }) => {
    const { file } = await readMultipart(request, endpoints.check)
    return { check: await sheet.check(file.bytes) }
  })
  mount(app, context, endpoints.run, async ({ actor, request }) => {
    const { file } = await readMultipart(request, endpoints.run)
    return { message: 'Doctors imported', changed: await sheet.run(actor, file.bytes) }
  })
}
