import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { ErrorBody } from '@readroom/contracts/core/endpoint'
import { AppError, type ErrorCode } from '@readroom/contracts/core/errors'
import { brokenConstraint, isDatabaseDown, isGivenUp } from '@readroom/db/core/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { ObjectNotFound, StorageDown } from '@readroom/storage/object-storage'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Error codes for Fastify's own refusals, by status. */
const codesByStatus: Record<number, ErrorCode> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TOO_SLOW',
  413: 'REQUEST_TOO_LARGE',
  414: 'URL_TOO_LONG',
  415: 'BAD_REQUEST',
}

/** Error codes for violated constraints. */
const codesByConstraint: Record<string, ErrorCode> = {
  users_email: 'EMAIL_TAKEN',
  users_username: 'USERNAME_TAKEN',
  labs_identifier: 'LAB_IDENTIFIER_TAKEN',
  saved_lists_name: 'LIST_NAME_TAKEN',
  reading_templates_name: 'READING_TEMPLATE_NAME_TAKEN',
  text_blocks_shortcut: 'SHORTCUT_TAKEN',
  hl7_connections_name: 'HL7_NAME_TAKEN',
  hl7_connections_port: 'HL7_PORT_TAKEN',
  hl7_connections_lab_id_labs_id_fk: 'LAB_NOT_FOUND',
  doctor_groups_name: 'DOCTOR_GROUP_NAME_TAKEN',
  modality_worklists_called_ae_title: 'WORKLIST_AE_TITLE_TAKEN',
  fhir_clients_name: 'FHIR_CLIENT_NAME_TAKEN',
  fhir_clients_lab_id_labs_id_fk: 'LAB_NOT_FOUND',
  result_destinations_name: 'RESULT_DESTINATION_NAME_TAKEN',
  result_destinations_lab_id_labs_id_fk: 'LAB_NOT_FOUND',
  office_calendars_name: 'CALENDAR_NAME_TAKEN',
  deadline_rules_calendar_id_office_calendars_id_fk: 'CALENDAR_NOT_FOUND',
  deadline_rules_place: 'DEADLINE_RULE_EXISTS',
  deadline_rules_lab_id_labs_id_fk: 'LAB_NOT_FOUND',
}

/** Returns the error of the table that a caller is told. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidField(pathOf(error.validation[0]?.instancePath))
  if (error instanceof OrthancDown || error instanceof OrthancBadAnswer) return new AppError('ARCHIVE_UNAVAILABLE')
  if (error instanceof OrthancNotFound) return new AppError('STUDY_NOT_FOUND')
  if (error instanceof StorageDown) return new AppError('STORAGE_UNAVAILABLE')
  if (error instanceof ObjectNotFound) return new AppError('FILE_MISSING', { owner: 'download' })
  if (isDatabaseDown(error) || isGivenUp(error)) return new AppError('UNAVAILABLE')
  const taken = codesByConstraint[brokenConstraint(error) ?? '']
  if (taken) return new AppError(taken)
  const status = statusOf(error)
  if (status >= 400 && status < 500) return new AppError(codesByStatus[status] ?? 'BAD_REQUEST')
  return new AppError('INTERNAL')
}

/** Returns an error that names the refused field, if there is one. */
export function invalidField(path: readonly PropertyKey[]): AppError {
  const field = path.map(String).join('.')
  return field === '' ? new AppError('BAD_REQUEST') : new AppError('INVALID_FIELD', { field: field.slice(0, 100) })
}

/** Splits a JSON pointer such as `/address/city`. */
const pathOf = (pointer = '') => pointer.split('/').slice(1)

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}

/** Returns the innermost cause. The ORM's outer error repeats the statement with its parameters, which may contain patient names. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error
}

/** Formats an error for the log. */
export function logError(error: Error): { type: string; message: string; stack: string } {
  const cause = rootCause(error)
  if (!(cause instanceof Error)) return { type: 'unknown', message: 'unknown', stack: '' }
  return { type: cause.name, message: cause.message, stack: cause.stack ?? '' }
}

const bodyOf = ({ code, message, reason, field }: AppError): ErrorBody => ({
  success: false,
  code,
  message,
  ...(reason && { reason }),
  ...(code === 'INVALID_FIELD' && field && { field }),
})

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAppError(error)
  if (answer.status >= 500 && answer.code !== 'NOT_READY') request.log.error({ err: error, code: answer.code }, 'request failed')
  sendError(reply, answer)
}

/** Responds to a malformed address, which reaches no route. Closes the connection, because a refused WebSocket upgrade would otherwise stay open. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close')
  const { socket } = request.raw
  if (socket instanceof Socket) reply.raw.once('finish', () => socket.destroySoon())
  answerError(error, request, reply)
}

/** Seconds until the next try, by status, unless the error sets its own. */
const retryAfter: Record<number, number> = { 429: 60, 503: 5 }

function sendError(reply: FastifyReply, error: AppError): void {
  const seconds = error.retryAfter ?? retryAfter[error.status]
  if (seconds !== undefined) reply.header('retry-after', seconds)
  reply.header('cache-control', 'no-store')
  void reply.status(error.status).send(bodyOf(error))
}

/** Error codes for requests that Node's parser refuses. */
const brokenRequests: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
}

/** Responds to a request that is malformed or too slow. It never reaches Fastify. */
export function answerBrokenRequest(error: { code?: string | undefined }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const answer = new AppError(brokenRequests[error.code ?? ''] ?? 'BAD_REQUEST')
  const body = JSON.stringify(bodyOf(answer))
  const headers = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Sends every error as `{ success: false, code, message }`, from one table. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, new AppError('NOT_FOUND'))
}
