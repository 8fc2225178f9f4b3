import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import { deadlineRuleEndpoints } from '@readroom/contracts/studies/deadline-rules'
import { assignmentSimulationEndpoints } from '@readroom/contracts/turnaround/assignment-simulations'
import { automaticAssignmentEndpoints } from '@readroom/contracts/turnaround/automatic-assignment'
import { digestEndpoints } from '@readroom/contracts/turnaround/digests'
import { type DemoLab, demoAdmin, demoLabs } from './accounts.ts'
import type { ApiSession } from './api-client.ts'

/** Returns the id and the present mode of each of the demo's laboratories. */
async function readLabs(admin: ApiSession) {
  const { labs } = await admin.call(automaticAssignmentEndpoints.view)
  const find = (lab: DemoLab) => {
    const found = labs.find(({ name }) => name === demoLabs[lab].name)
    if (!found) throw new Error('A demo laboratory is missing')
    return found
  }
  return { CITYLAB: find('CITYLAB'), HARBOR: find('HARBOR') }
}

/**
 * Sets the deadlines that the laboratories agreed on, unless a demo that was interrupted has done so. None of them counts working hours: studies are
 * dated back, and their time is counted in minutes.
 */
export async function saveDemoRules(admin: ApiSession): Promise<void> {
  const { rules } = await admin.call(deadlineRuleEndpoints.list)
  if (rules.length > 0) return
  const { CITYLAB, HARBOR } = await readLabs(admin)
  const agreed = [
    { labId: CITYLAB.labId, urgency: 'EMERGENCY', modality: null, minutes: 45, warningPercent: 60 },
    { labId: HARBOR.labId, urgency: 'NORMAL', modality: 'MR', minutes: 2_880 },
  ] as const
  for (const body of agreed) await admin.call(deadlineRuleEndpoints.create, { body })
}

const modes: Record<DemoLab, DealingMode> = { CITYLAB: 'pool', HARBOR: 'suggest' }

/** Lets studies find their doctor, simulates the last weeks, and sends a weekly digest. */
export async function beginDemoAssignment(admin: ApiSession): Promise<void> {
  const labs = await readLabs(admin)
  for (const lab of ['CITYLAB', 'HARBOR'] as const) {
    const { labId, mode, version } = labs[lab]
    const change = { params: { labId }, body: { mode: modes[lab], version } }
    if (mode !== modes[lab]) await admin.call(automaticAssignmentEndpoints.setMode, change)
  }
  const { simulations } = await admin.call(assignmentSimulationEndpoints.list)
  if (simulations.length === 0) await admin.call(assignmentSimulationEndpoints.start, { body: { days: 30, labId: null } })
  const { digests } = await admin.call(digestEndpoints.list)
  const weekly = { labIds: null, frequency: 'weekly', sendAt: '07:00', recipients: [demoAdmin.email] }
  if (digests.length === 0) await admin.call(digestEndpoints.create, { body: weekly })
}
