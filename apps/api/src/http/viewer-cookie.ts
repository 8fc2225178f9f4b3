import type { BrowserViewer } from '@readroom/contracts/viewer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const prefix = 'readroom_viewer_'

/** A browser may have this many studies open; older cookies beyond it are not looked at. */
const maxCookies = 30

/** Where a viewer's images are. */
const cookiePaths: Record<BrowserViewer, (studyId: string) => string> = {
  ohif: () => '/dicom-web',
  archive: (studyId) => `/archive-viewer/${studyId}`,
}

/** One cookie per study, so that two open viewers do not take each other's images away. */
export function setViewerCookie(
  reply: FastifyReply,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { studyId, secret, expiresAt, viewer }: { studyId: string; secret: string; expiresAt: Date; viewer: BrowserViewer },
): void {
  const secure = PUBLIC_URL.startsWith('https:')
  reply.setCookie(prefix + studyId, secret, {
    path: cookiePaths[viewer](studyId),
    httpOnly: true,
    sameSite: 'strict',
    secure,
    expires: expiresAt,
  })
}

/** The secrets of the request's viewer cookies. */
export function readViewerCookies(request: FastifyRequest): string[] {
  return Object.entries(request.cookies)
    .flatMap(([name, value]) => (name.startsWith(prefix) && value ? [value] : []))
    .slice(-maxCookies)
}
