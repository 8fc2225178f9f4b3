import { arrivalsChannel } from '@readroom/db/studies/intake/intake'
import { createListener } from '../../core/listener.ts'
import { type Loop, startLoop } from '../../core/loop.ts'
import { watchDisk } from '../archive-disk/disk.ts'
import { forgetArrivals, noteRefusals } from '../refusals/refusals.ts'
import { sweepOnce } from '../sweep/sweep.ts'
import type { IntakeContext } from './context.ts'
import type { Pace } from './pace.ts'
import { pollOnce } from './poll.ts'
import { retryOnce } from './retry.ts'
import { settleOnce } from './settle.ts'

/** A sweep that another worker was doing is tried again after this. */
const SWEEP_TURN_MS = 10_000
const DISK_MS = 30_000

/** A round may ask the archive thousands of questions. */
const PATIENCE_MS = 10 * 60_000
const REFUSALS_MS = 3_000

function signalOnce() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/**
 * Keeps the database what the archive is: follows its changes, settles studies, tries failed ones again, compares everything
 * now and then. Any number of workers may do so side by side.
 */
export function startIntake(context: IntakeContext): Loop {
  const { log, pollMs, sweepSeconds, heartbeats } = context
  let sweepNow = signalOnce()
  const arrivals = createListener(context.database.pool, arrivalsChannel)

  // A sweep takes as long as its pace lets it.
  const beating: Pace = {
    take: (requests, signal) => {
      heartbeats.beat('sweep', PATIENCE_MS)
      return context.pace.take(requests, signal)
    },
  }

  const poll = startLoop({
    name: 'intake',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      await arrivals.listen()
      const { more, wiped } = await pollOnce(context)
      if (wiped) sweepNow.give()
      return more ? 0 : pollMs
    },
    wake: arrivals.wait,
  })
  const settle = startLoop({
    name: 'settle',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      const { more } = await settleOnce(context)
      return more ? 0 : Math.max(pollMs, 500)
    },
  })
  const retry = startLoop({
    name: 'retry',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      await retryOnce(context)
      return Math.max(pollMs, 500)
    },
  })
  const disk = startLoop({
    name: 'disk',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      await watchDisk(context)
      return DISK_MS
    },
  })
  const refusals = startLoop({
    name: 'refusals',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      const { more } = await noteRefusals(context)
      return more ? 0 : REFUSALS_MS
    },
  })
  const forgetting = startLoop({
    name: 'arrivals',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async () => {
      await forgetArrivals(context)
      return REFUSALS_MS
    },
  })
  const sweep = startLoop({
    name: 'sweep',
    log,
    heartbeats,
    patienceMs: PATIENCE_MS,
    round: async (signal) => {
      sweepNow = signalOnce()
      return (await sweepOnce({ ...context, pace: beating }, signal))
        ? sweepSeconds * 1000
        : Math.min(SWEEP_TURN_MS, sweepSeconds * 1000)
    },
    wake: () => sweepNow.given,
  })
  return {
    stop: async () => {
      await Promise.all([poll, settle, retry, disk, refusals, forgetting, sweep].map((loop) => loop.stop()))
      arrivals.close()
    },
  }
}
