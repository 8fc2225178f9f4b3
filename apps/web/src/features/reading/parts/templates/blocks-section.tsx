import { textBlockEndpoints as endpoints, type TextBlock } from '@readroom/contracts/reading/text-blocks'
import { isSectionId, sections } from '@readroom/report/sections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../../components/form/confirm-change.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { FormMessage } from '../../../../components/ui/form-message.tsx'
import { api } from '../../../../lib/api/api.ts'
import { blocksKey, blocksOptions } from '../../requests/reading-templates.queries.ts'
import { BlockDialog } from './block-dialog.tsx'
import { ContentPreview } from './content-preview.tsx'
import { EntryList } from './entry-list.tsx'
import { ownerOf } from './place-field.tsx'

const about = (block: TextBlock) =>
  [ownerOf(block), block.sections.map((id) => (isSectionId(id) ? sections[id].title : id)).join(', ') || 'every section'].join(
    ' · ',
  )

type Open = { what: 'new' } | { what: 'edit' | 'delete'; block: TextBlock }

/** Shows the text blocks available to the user. */
export function BlocksSection({ isAdmin }: { isAdmin: boolean }) {
  const client = useQueryClient()
  const { data: blocks, error } = useQuery(blocksOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: blocksKey })
  const close = () => setOpen(null)
  const show = (what: 'edit' | 'delete', id: string) => {
    const block = blocks?.find(({ _id }) => _id === id)
    if (block) setOpen({ what, block })
  }
  return (
    <section aria-label="Text blocks" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-lg font-semibold">Text blocks</h2>
        <Button className="max-lg:h-11" onClick={() => setOpen({ what: 'new' })}>
          New text block
        </Button>
      </div>
      <p className="text-text-2">Type .shortcut and a space, or search with Ctrl+Space.</p>
      {error && !blocks && <FormMessage tone="error">The text blocks could not be loaded.</FormMessage>}
      {blocks && (
        <EntryList
          label="Text blocks"
          empty="No text blocks yet."
          entries={blocks.map((block) => ({
            id: block._id,
            name: `.${block.shortcut}`,
            about: about(block),
            isEditable: block.isEditable,
            preview: <ContentPreview content={block.content} isPlain />,
          }))}
          onEdit={(id) => show('edit', id)}
          onDelete={(id) => show('delete', id)}
        />
      )}
      {open?.what === 'new' && <BlockDialog block={null} isAdmin={isAdmin} onSaved={refresh} onClose={close} />}
      {open?.what === 'edit' && <BlockDialog block={open.block} isAdmin={isAdmin} onSaved={refresh} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmChange
          title="Delete text block"
          action="Delete"
          change={() => api.call(endpoints.remove, { params: { blockId: open.block._id } })}
          done={({ message }) => message}
          failed="Failed to delete text block"
          invalidates={[blocksKey]}
          onClose={close}
        >
          <p>Existing reports do not change.</p>
          <p className="mt-1 font-medium text-text">
            <bdi>.{open.block.shortcut}</bdi>
          </p>
        </ConfirmChange>
      )}
    </section>
  )
}
