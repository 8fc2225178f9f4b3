import { peopleImportEndpoints } from '@readroom/contracts/people/people-import'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { mount } from '../../core/http/mount.ts'
import { createPeopleImport } from './people-import.service.ts'

export function peopleImportRoutes(app: FastifyInstance, context: Context): void {
  const people = createPeopleImport(context)

  mount(app, context, peopleImportEndpoints.check, async ({ request }) => {
    const { file } = await readMultipart(request, peopleImportEndpoints.check)
    return { check: await people.check(file.bytes) }
  })
  mount(app, context, peopleImportEndpoints.run, async ({ actor, request }) => {
    const { file } = await readMultipart(request, peopleImportEndpoints.run)
    const { doctors, staff } = await people.run(actor, file.bytes)
    return { message: 'Accounts imported. Generated passwords are being emailed.', doctors, staff }
  })
}
