import { readingTemplateEndpoints } from '@readroom/contracts/reading-templates'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { applyTemplate, lossesOf } from '@readroom/report/apply-template'
import { readContent } from '@readroom/report/content'
import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import type { NamedTemplate } from '../reading/saving/beginning.ts'
import { ContentPreview } from './content-preview.tsx'
import { ownerOf } from './place-field.tsx'
import { studyTemplatesOptions, templateOptions } from './reading-templates.queries.ts'
import { SearchDialog } from './search-dialog.tsx'

function Preview({ templateId }: { templateId: string }) {
  const { data } = useQuery(templateOptions(templateId))
  return data && <ContentPreview content={data.content} />
}

type Props = {
  studyId: string
  kind: ReportKind
  /** The report as it is now. */
  report: () => Node
  /** The template that it is on, if that is known (`onApply` told it). */
  former: NamedTemplate | null
  /** Templates for several parts of the body fit, and none was taken. */
  hasSeveral: boolean
  isEditable: boolean
  /** Puts the report in the place of the one that is there. `template`: what it is on from now on. */
  onApply: (report: Node, template: NamedTemplate) => void
}

type Asked = { template: NamedTemplate; losses: string[] }

/** The button that opens the list of templates, with its key Alt+M, and the question where a change would touch what was typed. */
export function TemplateChoice({ studyId, kind, report, former, hasSeveral, isEditable, onApply }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data } = useQuery({ ...studyTemplatesOptions(studyId, kind), enabled: isOpen })
  const templates = data?.templates ?? []

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyM' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isEditable) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  /** Of the template that was picked last, while it is read. */
  const picking = useRef<AbortController>(null)
  const close = () => {
    picking.current?.abort()
    setOpen(false)
  }
  const choose = async (templateId: string) => {
    picking.current?.abort()
    const asking = new AbortController()
    const { signal } = asking
    picking.current = asking
    try {
      const { template: found } = await api.call(readingTemplateEndpoints.get, { params: { templateId } }, { signal })
      const template = { name: found.name, report: readContent(found.content) }
      const applied = applyTemplate(report(), template.report, former?.report ?? null)
      const losses = lossesOf(applied)
      setOpen(false)
      if (losses.length > 0) setAsked({ template, losses })
      else onApply(applied.report, template)
    } catch (error) {
      if (!signal.aborted) notify.error(messageOf(error, 'The template could not be read.'))
    }
  }
  return (
    <>
      <Button
        className="max-w-80 max-lg:h-11"
        disabled={!isEditable}
        aria-keyshortcuts="Alt+M"
        data-tip={former ? 'Change the template' : undefined}
        onClick={() => setOpen(true)}
      >
        Template
        {former && <bdi className="truncate font-medium">{former.name}</bdi>}
      </Button>
      {hasSeveral && !former && isEditable && (
        <p role="status" className="text-sm text-text-2">
          Several templates fit this study. Choose one.
        </p>
      )}
      {isOpen && (
        <SearchDialog
          title="Change template"
          label="Search templates"
          empty={data ? 'No template of this name.' : 'Loading...'}
          find={(search) =>
            templates
              .filter(({ name, words }) => `${name} ${words.join(' ')}`.toLowerCase().includes(search.trim().toLowerCase()))
              .map((one) => ({ id: one._id, name: one.name, about: [ownerOf(one), ...one.why].filter(unique).join(' · ') }))
          }
          preview={(id) => <Preview templateId={id} />}
          onPick={(id) => void choose(id)}
          onClose={close}
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Change template"
          action="Change template"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            // Typed while it was asked: applied to what is there now.
            const { report: next } = applyTemplate(report(), asked.template.report, former?.report ?? null)
            onApply(next, asked.template)
            setAsked(null)
          }}
        >
          <p>Everything that you have written is kept.</p>
          <ul className="mt-2 list-disc pl-5">
            {asked.losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

const unique = (word: string, index: number, all: readonly string[]) => all.indexOf(word) === index
