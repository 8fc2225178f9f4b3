import { AppError } from '@readroom/contracts/core/errors'
import { type SharedStudy, type ShareLink, sharingEndpoints } from '@readroom/contracts/studies/sharing'
import type { Actor } from '@readroom/db/core/actor'
import {
  createShareLink,
  listShareLinks,
  mayRevoke,
  openShare,
  revokeShareLink,
  type ShareLinkRecord,
} from '@readroom/domain/studies/sharing'
import type { FastifyInstance } from 'fastify'
import { viewerAddress } from '../../access/viewer-access/viewer-address.ts'
import { setShareCookie } from '../../access/viewer-access/viewer-cookie.ts'
import type { Context } from '../../core/context.ts'
import { addressOf } from '../../core/http/client.ts'
import { mount } from '../../core/http/mount.ts'
import { findShared, type Opened } from './share-access.service.ts'
import { newPin, openWithPin } from './share-pin.service.ts'

const toShareLink = (actor: Actor, { link, createdBy, works }: ShareLinkRecord): ShareLink => ({
  _id: link.id,
  createdBy,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  accessCount: link.accessCount,
  lastAccessAt: link.lastAccessAt?.toISOString() ?? null,
  works,
  hasPin: link.pinHash !== null,
  canRevoke: mayRevoke(actor, link),
})

const toSharedStudy = ({ study, labName }: Opened): SharedStudy => ({
  patientName: study.patientName,
  patientId: study.patientId,
  description: study.description,
  modality: study.modalities.join(', ') || null,
  studyDate: study.studyDate,
  location: labName,
})

const toAccess = (opened: Opened, viewerUrl: string) => ({
  viewerUrl,
  viewerType: 'local' as const,
  accessCount: opened.link.accessCount,
  expiresAt: opened.link.expiresAt.toISOString(),
  studyInfo: toSharedStudy(opened),
  message: 'Share link is valid',
})

export function sharingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, sharingEndpoints.generate, async ({ actor, body: { expiresIn: seconds, withPin, ...wanted } }) => {
    const made = await newPin(context, { studyId: wanted.studyId, withPin })
    const pinHash = made?.pinHash ?? null
    const { link, token } = await db.transaction((tx) => createShareLink(tx, actor, { ...wanted, seconds, pinHash }))
    return {
      shareableLink: new URL(`/share/${token}`, context.config.PUBLIC_URL).href,
      shareLinkId: link.id,
      expiresAt: link.expiresAt.toISOString(),
      message: 'Shareable link generated successfully',
      pin: made?.pin ?? null,
    }
  })
  mount(app, context, sharingEndpoints.list, async ({ actor, params }) => ({
    links: (await listShareLinks(db, actor, params.studyId)).map((record) => toShareLink(actor, record)),
  }))
  mount(app, context, sharingEndpoints.revoke, async ({ actor, params }) => {
    await db.transaction((tx) => revokeShareLink(tx, actor, params))
    return { message: 'Share link revoked' }
  })
  mount(app, context, sharingEndpoints.access, async ({ params, request }) => {
    const opened = await findShared(context, params.token, addressOf(request))
    if (opened.link.pinHash !== null) throw new AppError('SHARE_PIN_NEEDED')
    return toAccess(opened, `/viewer/share/${params.token}`)
  })
  mount(app, context, sharingEndpoints.unlock, async ({ params, body: { pin }, request, reply }) => {
    const address = addressOf(request)
    const opened = await findShared(context, params.token, address)
    const { link, study } = opened
    const secret = await openWithPin(context, opened, { pin, address })
    setShareCookie(reply, context.config, { shareLinkId: link.id, secret, expiresAt: link.expiresAt })
    return toAccess(opened, viewerAddress(study.studyInstanceUid))
  })
  mount(
    app,
    context,
    sharingEndpoints.open,
    async ({ params, request, reply }) => {
      const { link, study } = await findShared(context, params.token, addressOf(request))
      if (link.pinHash !== null) return reply.redirect(`/share/${params.token}`)
      const secret = await db.transaction((tx) => openShare(tx, { link, study }, addressOf(request)))
      setShareCookie(reply, context.config, { shareLinkId: link.id, secret, expiresAt: link.expiresAt })
      return reply.redirect(viewerAddress(study.studyInstanceUid))
    },
    // A HEAD checks the link without opening the study.
    async ({ params, request, reply }) => {
      const { link, study } = await findShared(context, params.token, addressOf(request))
      return reply.redirect(link.pinHash === null ? viewerAddress(study.studyInstanceUid) : `/share/${params.token}`)
    },
  )
}
