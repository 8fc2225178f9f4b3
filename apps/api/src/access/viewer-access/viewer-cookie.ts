import type { BrowserViewer } from '@readroom/contracts/access/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'

const prefixes = { session: 'readroom_viewer_', share: 'readroom_share_' }

/** The number of studies that a browser may have open. Older cookies beyond it are ignored. */
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

/** The path of each viewer's images. */
const cookiePaths: Record<BrowserViewer, (studyId: string) => string> = {
  ohif: () => dicomWebPath,
  archive: (studyId) => `/archive-viewer/${studyId}`,
}

/** Sets one cookie per study, so that two open viewers keep their images. */
export function setViewerCookie(
  reply: FastifyReply,
  config: Origin,
  { studyId, secret, expiresAt, viewer }: { studyId: string; secret: string; expiresAt: Date; viewer: BrowserViewer },
): void {
  setImageCookie(reply, config, { name: prefixes.session + studyId, path: cookiePaths[viewer](studyId), secret, expiresAt })
}

/** Sets one cookie per reading window, for all studies that it goes through. Its name cannot be that of a study's cookie. */
export function setWindowCookie(
  reply: FastifyReply,
  config: Origin,
  { windowId, secret, expiresAt }: { windowId: string; secret: string; expiresAt: Date },
): void {
  setImageCookie(reply, config, { name: `${prefixes.session}window_${windowId}`, path: dicomWebPath, secret, expiresAt })
}

/** Sets one cookie per share link, beside the session's cookies in the same browser. */
export function setShareCookie(
  reply: FastifyReply,
  config: Origin,
  { shareLinkId, secret, expiresAt }: { shareLinkId: string; secret: string; expiresAt: Date },
): void {
  setImageCookie(reply, config, { name: prefixes.share + shareLinkId, path: dicomWebPath, secret, expiresAt })
}

/** Returns the secrets of the session's viewer cookies. */
export const readViewerCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.session)

/** Returns the secrets of the cookies that share links left in this browser. */
export const readShareCookies = (request: FastifyRequest): string[] => readCookies(request, prefixes.share)
