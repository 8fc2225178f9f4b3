import { createHmac, timingSafeEqual } from 'node:crypto'
import { checkKey, type LinkOptions } from './object-storage.ts'

/** What a download link of ours stands for. */
export type LinkTicket = { key: string; fileName: string; contentType: string }

const sign = (secret: string, body: string) => createHmac('sha256', secret).update(`link-ticket:${body}`).digest('base64url')

/** A ticket is `<base64url of JSON>.<HMAC-SHA-256>`: it needs no record and cannot be altered. `expiresAt` in milliseconds. */
export function writeLinkTicket(secret: string, ticket: LinkTicket, expiresAt: number): string {
  const { key, fileName, contentType } = ticket
  const body = Buffer.from(JSON.stringify([key, fileName, contentType, expiresAt])).toString('base64url')
  return `${body}.${sign(secret, body)}`
}

export type LinkSigner = {
  secret: string
  /** Where the API is reached. */
  publicUrl: string
}

/** A link that the API itself answers: `<publicUrl>/api/files/<ticket>`. */
export function signLink({ secret, publicUrl }: LinkSigner, key: string, options: LinkOptions): string {
  const { fileName, contentType, expiresInSeconds } = options
  const ticket = writeLinkTicket(secret, { key: checkKey(key), fileName, contentType }, Date.now() + expiresInSeconds * 1000)
  return `${publicUrl.replace(/\/$/, '')}/api/files/${ticket}`
}

/** Null for a ticket that expired, was altered, or was made with another secret. */
export function readLinkTicket(secret: string, ticket: string, now: Date): LinkTicket | null {
  const [body = '', signature = '', ...rest] = ticket.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, body))]
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [key, fileName, contentType, expiresAt]: unknown[] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  if (typeof key !== 'string' || typeof fileName !== 'string' || typeof contentType !== 'string') return null
  return typeof expiresAt === 'number' && now.getTime() < expiresAt ? { key, fileName, contentType } : null
}
