import { maxPassedOver } from '@readroom/contracts/studies/automatic-assignment'
import { automaticAssignmentEndpoints as endpoints, maxListed } from '@readroom/contracts/turnaround/automatic-assignment'
import {
  findPool,
  listDealt,
  listLabDealings,
  listLeft,
  listPassedOver,
  listProposals,
  listUnplaced,
} from '@readroom/db/turnaround/automatic-assignment'
import { expectNow } from '@readroom/domain/studies/assignments/expected-now'
import { chooseMode, releaseStudy } from '@readroom/domain/turnaround/assignment/assignment-modes'
import { countLeftToGiveBack, declineStudy, passOver } from '@readroom/domain/turnaround/assignment/giving-back'
import { confirmMoves, proposeMoves } from '@readroom/domain/turnaround/assignment/moves'
import { dealNext } from '@readroom/domain/turnaround/assignment/pool'
import { confirmProposals } from '@readroom/domain/turnaround/assignment/proposals'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount, mountOnce } from '../core/http/mount.ts'

const withInstant = <T extends { dueAt: Date | null }>({ dueAt, ...study }: T) => ({
  ...study,
  dueAt: dueAt?.toISOString() ?? null,
})

export function automaticAssignmentRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const zone = () => settings.now().clinicTimeZone

  mount(app, context, endpoints.view, async () => {
    const [labs, unplaced, { proposals, count }, passedOver, left, moves] = await Promise.all([
      listLabDealings(db),
      listUnplaced(db),
      listProposals(db, maxListed),
      listPassedOver(db, maxListed),
      listLeft(db, maxListed),
      proposeMoves(db, { now: new Date(), zone: zone() }),
    ])
    const proposed = new Map(proposals.map(({ studyId, doctorId }) => [studyId, [doctorId]]))
    const expected = await expectNow(db, proposed, { now: new Date(), zone: zone() })
    return {
      labs,
      unplaced,
      proposals: proposals.map((proposal) => ({ ...withInstant(proposal), expected: expected.get(proposal.studyId) ?? null })),
      proposalCount: count,
      passedOver: passedOver.map(withInstant),
      left: left.map(withInstant),
      moves,
    }
  })
  mount(app, context, endpoints.setMode, async ({ actor, params, body }) => {
    await db.transaction((tx) => chooseMode(tx, actor, { ...params, ...body }))
    return { message: 'Automatic assignment saved' }
  })
  mountOnce(app, context, endpoints.release, async (tx, { actor, body }) => {
    await releaseStudy(tx, actor, body)
    return {}
  })
  mountOnce(app, context, endpoints.confirm, (tx, { actor, body }) => confirmProposals(tx, actor, body.proposals, zone()))
  mountOnce(app, context, endpoints.move, (tx, { actor, body }) => confirmMoves(tx, actor, body.moves, zone()))
  mount(app, context, endpoints.listDealt, async ({ actor }) => {
    const { doctorId } = actor
    if (doctorId === null) return { studies: [], hasPool: false, poolWaiting: 0, mayGiveBack: false, leftToGiveBack: null }
    const [dealt, { hasPool, waiting }, leftToGiveBack] = await Promise.all([
      listDealt(db, doctorId, maxListed),
      findPool(db, doctorId),
      countLeftToGiveBack(db, doctorId, { now: new Date(), zone: zone() }),
    ])
    const studies = dealt.map(({ passedOver, explanation, ...study }) => ({
      ...withInstant(study),
      explanation: explanation && { ...explanation, others: [] },
      canGiveBack: study.by === 'assign' || passedOver < maxPassedOver,
    }))
    return { studies, hasPool, poolWaiting: waiting, mayGiveBack: leftToGiveBack > 0, leftToGiveBack }
  })
  mountOnce(app, context, endpoints.next, (tx, { actor }) => dealNext(tx, actor, zone()))
  mountOnce(app, context, endpoints.decline, async (tx, { actor, params, body }) => {
    await declineStudy(tx, actor, { ...params, ...body }, zone())
    return {}
  })
  mountOnce(app, context, endpoints.passOver, async (tx, { actor, params, body }) => {
    await passOver(tx, actor, { ...params, ...body }, zone())
    return {}
  })
}
