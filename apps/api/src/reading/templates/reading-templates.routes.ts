import { Readable } from 'node:stream'
import { readingTemplateEndpoints as endpoints } from '@readroom/contracts/reading/reading-templates'
import { textBlockEndpoints } from '@readroom/contracts/reading/text-blocks'
import { listTextBlocks } from '@readroom/db/reading/text-blocks'
import { changeReadingTemplate, createReadingTemplate, removeReadingTemplate } from '@readroom/domain/reading/reading-templates'
import { readTemplateFile, writeTemplateFile } from '@readroom/domain/reading/template-files'
import { changeTextBlock, createTextBlock, removeTextBlock } from '@readroom/domain/reading/text-blocks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { sendAttachment } from '../../core/http/files/attachment.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { toBlock } from './reading-template.ts'
import { createReadingTemplateService } from './reading-templates.service.ts'

export function readingTemplateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const templates = createReadingTemplateService(context)

  mount(app, context, endpoints.list, async ({ actor }) => ({ templates: await templates.list(actor) }))
  mount(app, context, endpoints.ofStudy, ({ actor, params, query }) => templates.ofStudy(actor, { ...params, ...query }))
  mount(app, context, endpoints.get, async ({ actor, params }) => ({ template: await templates.get(actor, params.templateId) }))
  mount(app, context, endpoints.export, async ({ actor, params, reply }) => {
    const template = await templates.get(actor, params.templateId)
    const bytes = writeTemplateFile(template)
    const file = { fileName: `${template.name}.html`, contentType: 'text/html; charset=utf-8', size: bytes.length }
    return sendAttachment(reply, { ...file, stream: Readable.from([bytes]) })
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Template saved',
    _id: await createReadingTemplate(tx, actor, body),
  }))
  mount(app, context, endpoints.import, async ({ actor, request }) => {
    const { file, fields } = await readMultipart(request, endpoints.import)
    const { text, notes } = readTemplateFile(file.bytes, fields.name)
    const _id = await db.transaction((tx) => createReadingTemplate(tx, actor, { ...fields, ...text }))
    return { message: 'Template imported', _id, notes }
  })
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeReadingTemplate(tx, actor, { ...params, ...body }))
    return { message: 'Template saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeReadingTemplate(tx, actor, params.templateId))
    return { message: 'Template deleted' }
  })
}

export function textBlockRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, textBlockEndpoints.list, async ({ actor }) => ({
    blocks: (await listTextBlocks(db, actor)).map((listed) => toBlock(actor, listed)),
  }))
  mountOnce(app, context, textBlockEndpoints.create, async (tx, { actor, body }) => ({
    message: 'Text block saved',
    _id: await createTextBlock(tx, actor, body),
  }))
  mount(app, context, textBlockEndpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeTextBlock(tx, actor, { ...params, ...body }))
    return { message: 'Text block saved' }
  })
  mount(app, context, textBlockEndpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeTextBlock(tx, actor, params.blockId))
    return { message: 'Text block deleted' }
  })
}
