import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const prefixes = { session: 'readroom_viewer_', share: 'readroom_share_' }

/** A browser may have this many studies open; older cookies beyond it are not looked at. */
const maxCookies = 30

type Secret = { secret: string; expiresAt: Date }

function setCookie(reply: FastifyReply, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, name: string, { secret, expiresAt }: Secret) {
  const secure = PUBLIC_URL.startsWith('https:')
  reply.setCookie(name, secret, { path: '/dicom-web', httpOnly: true, sameSite: 'strict', secure, expires: expiresAt })
}

const readCookies = (request: FastifyRequest, prefix: string): string[] =>
  Object.entries(request.cookies)
    .flatMap(([name, value]) => (name.startsWith(prefix) && value ? [value] : []))
    .slice(-maxCookies)

/** One cookie per study, so that two open viewers do not take each other's images away. */
export const setViewerCookie = (
  reply: FastifyReply,
  config: Pick<Config, 'PUBLIC_URL'>,
  { studyId, ...secret }: Secret & { studyId: string },
): void => setCookie(reply, config, prefixes.session + studyId, secret)

/** One cookie per share link, beside those of a session in the same browser. */
export const setShareCookie = (
  reply: FastifyReply,
  config: Pick<Config, 'PUBLIC_URL'>,
  { shareLinkId, ...secret }: Secret & { shareLinkId: string },
): void => setCookie(reply, config, prefixes.share + shareLinkId, secret)

/** The secrets of the request's viewer cookies. */
export const readViewerCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.session)

/** The secrets of the cookies that share links left in this browser. */
export const readShareCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.share)
