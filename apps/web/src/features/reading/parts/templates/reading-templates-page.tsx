import { useTitle } from '../../../../lib/hooks/use-title.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { BlocksSection } from './blocks-section.tsx'
import { TemplatesSection } from './templates-section.tsx'

/** Shows the report templates and text blocks: a doctor's own and the shared ones. */
export default function ReadingTemplatesPage() {
  useTitle('Report templates')
  const isAdmin = useUser().role === 'admin'
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-320 gap-8 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Report templates</h1>
          <p className="mt-1 text-text-2">
            {isAdmin
              ? 'Starting text of reports for all doctors, for all laboratories or one.'
              : 'Starting text of your reports. Your own templates come first, then those of the laboratory, then the shared ones.'}
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
