import type { Endpoint, MultipartBody } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalidField } from '../errors.ts'

/** The fields that a form may have. No entry's form has more, and a sender cannot fill the memory with them. */
export const maxFields = 40

type MultipartEndpoint = Endpoint & { multipart: MultipartBody }

export type UploadedFile = { fileName: string; bytes: Buffer }

type Uploaded<E extends MultipartEndpoint> = E['multipart']['file']['required'] extends true ? UploadedFile : UploadedFile | null

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413
}

async function readParts(request: FastifyRequest, { name, maxBytes }: MultipartBody['file']) {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'field' && part.valueTruncated) throw new AppError('INVALID_FIELD', { field: part.fieldname })
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname === name) file = { fileName: part.filename, bytes: await part.toBuffer() }
    else throw new AppError('INVALID_FIELD', { field: part.fieldname })
  }
  return { fields, file }
}

/** Reads the fields and the file of a multipart request within the entry's limits. Throws its `tooLarge`, INVALID_FIELD or BAD_REQUEST. */
export async function readMultipart<E extends MultipartEndpoint>(
  request: FastifyRequest,
  { multipart }: E,
): Promise<{ file: Uploaded<E>; fields: z.output<E['multipart']['fields']> }> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST')
  const { fields, file } = await readParts(request, multipart.file).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    // A malformed or interrupted form is the sender's mistake.
    throw new AppError(isTooLarge(error) ? multipart.file.tooLarge : 'BAD_REQUEST')
  })
  if (!file && multipart.file.required) throw new AppError('INVALID_FIELD', { field: multipart.file.name })
  const parsed = multipart.fields.safeParse(fields)
  if (!parsed.success) throw invalidField(parsed.error.issues[0]?.path ?? [])
  // The checks above establish both types. The compiler cannot follow the entry's schema.
  return { file: file as Uploaded<E>, fields: parsed.data as z.output<E['multipart']['fields']> }
}
