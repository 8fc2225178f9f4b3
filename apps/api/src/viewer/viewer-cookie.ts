import type { BrowserViewer } from '@readroom/contracts/viewer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const prefixes = { session: 'readroom_viewer_', share: 'readroom_share_' }

/** A browser may have this many studies open; older cookies beyond it are not looked at. */
const maxCookies = 30

type Origin = Pick<Config, 'PUBLIC_URL'>
type ImageCookie = { name: string; path: string; secret: string; expiresAt: Date }

function setImageCookie(reply: FastifyReply, { PUBLIC_URL }: Origin, { name, path, secret, expiresAt }: ImageCookie): void {
  const secure = PUBLIC_URL.startsWith('https:')
  reply.setCookie(name, secret, { path, httpOnly: true, sameSite: 'strict', secure, expires: expiresAt })
}

const readCookies = (request: FastifyRequest, prefix: string): string[] =>
  Object.entries(request.cookies)
    .flatMap(([name, value]) => (name.startsWith(prefix) && value ? [value] : []))
    .slice(-maxCookies)

const dicomWebPath = '/dicom-web'

/** Where a viewer's images are. */
const cookiePaths: Record<BrowserViewer, (studyId: string) => string> = {
  ohif: () => dicomWebPath,
  archive: (studyId) => `/archive-viewer/${studyId}`,
}

/** One cookie per study, so that two open viewers do not take each other's images away. */
export function setViewerCookie(
  reply: FastifyReply,
  config: Origin,
  { studyId, secret, expiresAt, viewer }: { studyId: string; secret: string; expiresAt: Date; viewer: BrowserViewer },
): void {
  setImageCookie(reply, config, { name: prefixes.session + studyId, path: cookiePaths[viewer](studyId), secret, expiresAt })
}

/** One cookie per reading window, whatever studies it goes through; its name is none of a study's. */
export function setWindowCookie(
  reply: FastifyReply,
  config: Origin,
  { windowId, secret, expiresAt }: { windowId: string; secret: string; expiresAt: Date },
): void {
  setImageCookie(reply, config, { name: `${prefixes.session}window_${windowId}`, path: dicomWebPath, secret, expiresAt })
}

/** One cookie per share link, beside those of a session in the same browser. */
export function setShareCookie(
  reply: FastifyReply,
  config: Origin,
  { shareLinkId, secret, expiresAt }: { shareLinkId: string; secret: string; expiresAt: Date },
): void {
  setImageCookie(reply, config, { name: prefixes.share + shareLinkId, path: dicomWebPath, secret, expiresAt })
}

/** The secrets of the request's viewer cookies. */
export const readViewerCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.session)

/** The secrets of the cookies that share links left in this browser. */
export const readShareCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.share)
