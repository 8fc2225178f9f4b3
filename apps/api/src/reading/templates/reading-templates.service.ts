import { AppError } from '@readroom/contracts/core/errors'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Actor } from '@readroom/db/core/actor'
import { findReadingTemplate, listReadingTemplates } from '@readroom/db/reading/reading-templates'
import { findStudy } from '@readroom/db/studies/studies'
import { chosenOf, rankTemplates } from '@readroom/domain/reading/template-choice'
import type { Context } from '../../core/context.ts'
import { toEntry, toTemplate } from './reading-template.ts'

export function createReadingTemplateService({ db }: Pick<Context, 'db'>) {
  return {
    async list(actor: Actor) {
      return (await listReadingTemplates(db, actor)).map((listed) => toEntry(actor, listed))
    },

    async get(actor: Actor, templateId: string) {
      const found = await findReadingTemplate(db, actor, templateId)
      if (!found) throw new AppError('TEMPLATE_NOT_FOUND')
      return toTemplate(actor, found)
    },

    /** Ranks the templates for a study's report, best first. Returns the best one with its text if it fits. */
    async ofStudy(actor: Actor, { studyId, kind }: { studyId: string; kind: ReportKind }) {
      const study = await findStudy(db, actor, studyId)
      if (!study) throw new AppError('STUDY_NOT_FOUND')
      const listed = new Map((await listReadingTemplates(db, actor)).map((one) => [one.template.id, one]))
      const ranked = rankTemplates(
        [...listed.values()].map(({ template }) => template),
        study,
        kind,
      )
      const templates = ranked.flatMap(({ template, fits, why }) => {
        const one = listed.get(template.id)
        return one ? [{ ...toEntry(actor, one), fits, why }] : []
      })
      const best = chosenOf(ranked)
      const chosen = best && (await findReadingTemplate(db, actor, best.id))
      return { templates, chosen: chosen && toTemplate(actor, chosen) }
    },
  }
}
