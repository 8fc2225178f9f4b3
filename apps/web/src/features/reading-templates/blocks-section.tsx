import { textBlockEndpoints as endpoints, type TextBlock } from '@readroom/contracts/text-blocks'
import { isSectionId, sections } from '@readroom/report/sections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ContentPreview } from './content-preview.tsx'
import { EntryList } from './entry-list.tsx'
import { ownerOf } from './place-field.tsx'
import { blocksKey, blocksOptions } from './reading-templates.queries.ts'

const about = (block: TextBlock) =>
  [ownerOf(block), block.sections.map((id) => (isSectionId(id) ? sections[id].title : id)).join(', ') || 'every section'].join(
    ' · ',
  )

type Open = { what: 'new' } | { what: 'edit' | 'delete'; block: TextBlock }

/** The text blocks that the reader may use. */
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
  const remove = async (blockId: string) => {
    close()
    await api
      .call(endpoints.remove, { params: { blockId } })
      .then(({ message }) => void notify.success(message))
      .catch((reason: unknown) => void notify.error(messageOf(reason, 'Failed to delete text block')))
    await refresh()
  }
  return (
    <section aria-label="Text blocks" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-lg font-semibold">Text blocks</h2>
        <Button className="max-lg:h-11" onClick={() => setOpen({ what: 'new' })}>
          New text block
        </Button>
      </div>
      <p className="text-text-2">Typed as a full stop, the short word and a space; or found with Ctrl+Space.</p>
      {error && !blocks && <FormMessage tone="error">The text blocks could not be read.</FormMessage>}
      {blocks && (
        <EntryList
          label="Text blocks"
          empty="No text blocks yet."
          entries={blocks.map((block) => ({
            ...{ id: block._id, name: `.${block.shortcut}`, about: about(block), isEditable: block.isEditable },
            preview: <ContentPreview content={block.content} isPlain />,
          }))}
          onEdit={(id) => show('edit', id)}
          onDelete={(id) => show('delete', id)}
        />
      )}
      {open?.what === 'new' && <BlockDialog block={null} {...{ isAdmin }} onSaved={refresh} onClose={close} />}
      {open?.what === 'edit' && <BlockDialog block={open.block} {...{ isAdmin }} onSaved={refresh} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmDialog
          title="Delete text block"
          action="Delete"
          destructive
          onCancel={close}
          onConfirm={() => void remove(open.block._id)}
        >
          <p>What it was put into stays as it is.</p>
          <p className="mt-1 font-medium text-text">
            <bdi>.{open.block.shortcut}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
