import { useTitle } from '../../lib/hooks/use-title.ts'
import { useUser } from '../../lib/session/session.ts'
import { BlocksSection } from './blocks-section.tsx'
import { TemplatesSection } from './templates-section.tsx'

/** What reports begin with, and the texts that short words stand for: a doctor's own, and the shared ones. */
export default function ReadingTemplatesPage() {
  useTitle('Reading templates')
  const isAdmin = useUser().role === 'admin'
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-320 gap-8 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Reading templates</h1>
          <p className="mt-1 text-text-2">
            {isAdmin
              ? 'What reports begin with, for all doctors: of every laboratory, or of one.'
              : 'What your reports begin with. Your own go before those of the laboratory, and those before the ones that all have.'}
          </p>
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
          <TemplatesSection isAdmin={isAdmin} />
          <BlocksSection isAdmin={isAdmin} />
        </div>
      </div>
    </main>
  )
}
