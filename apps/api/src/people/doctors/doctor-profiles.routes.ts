import { fieldsOfName } from '@readroom/contracts/patients/name-fields'
import { type DoctorProfile, doctorEndpoints, Weekday } from '@readroom/contracts/people/doctors'
import { ownProfileEndpoints } from '@readroom/contracts/people/own-profile'
import type { DoctorWithAccount } from '@readroom/db/people/doctors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { emailWords } from '../../core/email-words.ts'
import { sendAttachment } from '../../core/http/files/attachment.ts'
import { readMultipart, type UploadedFile } from '../../core/http/files/multipart.ts'
import { mount } from '../../core/http/mount.ts'
import { createDoctorProfileService } from './doctor-profiles.service.ts'
import { ownId } from './own-id.ts'
import { checkSignature } from './signature.ts'

function toProfile({ profile, account }: DoctorWithAccount): DoctorProfile {
  const {
    id,
    userId: _userId,
    signatureKey,
    personName,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    availableDays,
    ...shown
  } = profile
  const { familyName, givenName, middleName, namePrefix, nameSuffix } = fieldsOfName(personName)
  const name = { familyName, givenName, middleName, namePrefix, nameSuffix }
  const days = availableDays.flatMap((day) => Weekday.safeParse(day).data ?? [])
  return { _id: id, userAccount: account, ...name, ...shown, availableDays: days, hasSignature: signatureKey !== null }
}

const signatureOf = async (file: UploadedFile | null) => (file ? checkSignature(file.bytes) : null)

export function doctorProfileRoutes(app: FastifyInstance, context: Context): void {
  const doctors = createDoctorProfileService(context)
  const readForm = async <
    E extends typeof doctorEndpoints.register | typeof doctorEndpoints.update | typeof ownProfileEndpoints.update,
  >(
    request: FastifyRequest,
    endpoint: E,
  ) => {
    const { file, fields } = await readMultipart(request, endpoint)
    return { fields, signature: await signatureOf(file) }
  }

  mount(app, context, doctorEndpoints.register, async ({ actor, request }) => {
    const { fields, signature } = await readForm(request, doctorEndpoints.register)
    const _id = await doctors.register(actor, fields, signature)
    const message = `Doctor registered successfully! ${emailWords(context.config, `A generated password was sent to ${fields.email}.`)}`
    return { message, signatureUploaded: signature !== null, data: { _id } }
  })
  mount(app, context, doctorEndpoints.page, async ({ query }) => {
    const { rows, ...rest } = await doctors.page(query)
    return { data: rows.map(toProfile), ...rest }
  })
  mount(app, context, doctorEndpoints.details, async ({ params }) => ({
    data: toProfile(await doctors.details(params.doctorId)),
  }))
  mount(app, context, doctorEndpoints.signature, async ({ params, reply }) => {
    return sendAttachment(reply, await doctors.signature(params.doctorId))
  })
  mount(app, context, doctorEndpoints.update, async ({ actor, params, request }) => {
    const { fields, signature } = await readForm(request, doctorEndpoints.update)
    await doctors.update(actor, params.doctorId, fields, signature)
    return { message: 'Doctor updated successfully' }
  })
  mount(app, context, ownProfileEndpoints.read, async ({ actor }) => ({ data: toProfile(await doctors.details(ownId(actor))) }))
  mount(app, context, ownProfileEndpoints.signature, async ({ actor, reply }) => {
    return sendAttachment(reply, await doctors.signature(ownId(actor)))
  })
  mount(app, context, ownProfileEndpoints.update, async ({ actor, request }) => {
    const { fields, signature } = await readForm(request, ownProfileEndpoints.update)
    await doctors.updateOwn(actor, fields, signature)
    return { message: 'Profile updated successfully' }
  })
  mount(app, context, doctorEndpoints.remove, async ({ actor, params }) => {
    await doctors.remove(actor, params.doctorId)
    return { message: 'Doctor deleted successfully' }
  })
}
