import { createLab } from '@readroom/db/testing/factories'
import { findDeadlineChanges } from '@readroom/domain/studies/deadline-rules/deadline-changes'
import { createDeadlineRule } from '@readroom/domain/studies/deadline-rules/deadline-rules'
import { type Examples, get, type Scene, traced } from '../example.fixture.ts'

const root = '/api/admin/deadline-rules'

/** Returns a rule for a laboratory of its own, so that none is there twice. */
const newRule = async ({ api }: Scene) => ({
  labId: (await createLab(api.db)).id,
  urgency: 'URGENT' as const,
  modality: 'CT' as const,
  minutes: 90,
  calendarId: null,
  readyBefore: null,
  dueBy: null,
  warningPercent: 50,
})

async function makeRule(scene: Scene): Promise<string> {
  const fields = await newRule(scene)
  return scene.api.db.transaction((tx) => createDeadlineRule(tx, scene.cast.admin, fields))
}

export const deadlineRuleExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`GET ${root}/preview`]: get('ADMIN', `${root}/preview?urgency=URGENT&modality=CT`),
  [`GET ${root}/changes`]: get('ADMIN', `${root}/changes`),
  [`POST ${root}/apply`]: traced('ADMIN', { leaves: ['audit deadline_rules.applied'] }, async ({ api }) => {
    const { rulesVersion } = await findDeadlineChanges(api.db)
    return { method: 'POST', url: `${root}/apply`, payload: { rulesVersion, reason: 'New contract' } }
  }),
  [`POST ${root}/preview`]: traced('ADMIN', { leaves: [], unaudited: 'it changes nothing' }, async () => ({
    method: 'POST',
    url: `${root}/preview`,
    payload: { minutes: 90 },
  })),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit deadline_rule.created'] }, async (scene) => ({
    method: 'POST',
    url: root,
    payload: await newRule(scene),
  })),
  [`PUT ${root}/:ruleId`]: traced('ADMIN', { leaves: ['audit deadline_rule.changed'] }, async (scene) => ({
    method: 'PUT',
    url: `${root}/${await makeRule(scene)}`,
    payload: { ...(await newRule(scene)), version: 1 },
  })),
  [`DELETE ${root}/:ruleId`]: traced('ADMIN', { leaves: ['audit deadline_rule.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: `${root}/${await makeRule(scene)}`,
  })),
}
