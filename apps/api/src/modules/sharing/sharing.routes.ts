import { type SharedStudy, type ShareLink, sharingEndpoints } from '@readroom/contracts/sharing'
import type { Actor } from '@readroom/db/actor'
import {
  createShareLink,
  listShareLinks,
  mayRevoke,
  openShare,
  revokeShareLink,
  type ShareLinkRecord,
} from '@readroom/domain/sharing'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { addressOf } from '../../http/client.ts'
import { mount } from '../../http/mount.ts'
import { viewerAddress } from '../../viewer/viewer-address.ts'
import { setShareCookie } from '../../viewer/viewer-cookie.ts'
import { findShared, type Opened } from './share-access.service.ts'

const toShareLink = (actor: Actor, { link, createdBy, works }: ShareLinkRecord): ShareLink => ({
  _id: link.id,
  createdBy,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  accessCount: link.accessCount,
  lastAccessAt: link.lastAccessAt?.toISOString() ?? null,
  works,
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

export function sharingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, sharingEndpoints.generate, async ({ actor, body: { expiresIn: seconds, ...wanted } }) => {
    const { link, token } = await db.transaction((tx) => createShareLink(tx, actor, { ...wanted, seconds }))
    return {
      shareableLink: new URL(`/share/${token}`, context.config.PUBLIC_URL).href,
      shareLinkId: link.id,
      expiresAt: link.expiresAt.toISOString(),
      message: 'Shareable link generated successfully',
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
    return {
      viewerUrl: `/viewer/share/${params.token}`,
      viewerType: 'local' as const,
      accessCount: opened.link.accessCount,
      expiresAt: opened.link.expiresAt.toISOString(),
      studyInfo: toSharedStudy(opened),
      message: 'Share link is valid',
    }
  })
  mount(
    app,
    context,
    sharingEndpoints.open,
    async ({ params, request, reply }) => {
      const { link, study } = await findShared(context, params.token, addressOf(request))
      const secret = await db.transaction((tx) => openShare(tx, { link, study }, addressOf(request)))
      setShareCookie(reply, context.config, { shareLinkId: link.id, secret, expiresAt: link.expiresAt })
      return reply.redirect(viewerAddress(study.studyInstanceUid))
    },
    // Whether the link is good; nobody sees images by it.
    async ({ params, request, reply }) => {
      const { study } = await findShared(context, params.token, addressOf(request))
      return reply.redirect(viewerAddress(study.studyInstanceUid))
    },
  )
}
