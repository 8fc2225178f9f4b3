import { type FirstStep, type FirstSteps, firstStepEndpoints, firstSteps } from '@readroom/contracts/operations/first-steps'
import { readSetUp } from '@readroom/db/operations/first-steps'
import { dismissFirstSteps } from '@readroom/domain/operations/first-steps'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readBackupState } from '../system/backup-state.ts'

/** The zone of an installation for which nobody chose one. */
const unchosenZone = 'UTC'

async function readFirstSteps({ config, db, settings }: Context): Promise<FirstSteps> {
  const { hasTimeZone, hasDoctor, hasStudy, isDismissed, laboratory, testedAt, acceptedAt } = await readSetUp(db)
  const backup = await readBackupState(db)
  const folder = config.MAIL_DIR ?? null
  const isDone: Record<FirstStep, boolean> = {
    timeZone: hasTimeZone || config.CLINIC_TIME_ZONE !== unchosenZone,
    laboratory: laboratory !== null,
    doctor: hasDoctor,
    study: hasStudy,
    // An email in a folder of the server reaches nobody.
    email: folder === null && acceptedAt !== null,
    backup: backup.last !== null,
  }
  return {
    done: firstSteps.filter((step) => isDone[step]),
    isDismissed,
    clinicTimeZone: settings.now().clinicTimeZone,
    laboratory,
    email: { folder, testedAt: testedAt?.toISOString() ?? null, acceptedAt: acceptedAt?.toISOString() ?? null },
    backup,
  }
}

export function firstStepRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, firstStepEndpoints.read, async () => ({ steps: await readFirstSteps(context) }))
  mount(app, context, firstStepEndpoints.dismiss, async ({ actor }) => {
    await context.db.transaction((tx) => dismissFirstSteps(tx, actor))
    return { message: 'Setup dismissed. Getting started stays on the System pages.' }
  })
}
