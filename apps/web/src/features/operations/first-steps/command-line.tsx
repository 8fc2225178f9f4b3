import { Copy } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { notify } from '../../../lib/notify.tsx'

async function copy(command: string) {
  try {
    await navigator.clipboard.writeText(command)
    notify.success('Command copied')
  } catch {
    // Without TLS the page can't write to the clipboard.
    notify.warning('The browser did not copy the command', { description: 'Select it and press Ctrl+C.' })
  }
}

/** Shows a command for the server's shell, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-sm border border-line bg-sunken px-3 py-2">
      <code className="min-w-0 font-mono text-sm break-words select-text">{command}</code>
      <Button className="max-lg:h-11" onClick={() => void copy(command)}>
        <Copy size={14} aria-hidden /> Copy
      </Button>
    </div>
  )
}
