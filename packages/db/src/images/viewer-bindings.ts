import type { ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { viewerBindings } from './viewer-bindings.schema.ts'

/** Returns a user's keys and mouse buttons of the viewer, or null if the user has changed none. */
export async function findViewerBindings(db: Db, userId: string): Promise<ViewerBindings | null> {
  const [row] = await db.select().from(viewerBindings).where(eq(viewerBindings.userId, userId))
  return row?.bindings ?? null
}

/** Replaces a user's keys and mouse buttons of the viewer. */
export async function saveViewerBindings(db: Db, userId: string, bindings: ViewerBindings): Promise<void> {
  await db
    .insert(viewerBindings)
    .values({ userId, bindings })
    .onConflictDoUpdate({ target: viewerBindings.userId, set: { bindings, updatedAt: sql`now()` } })
}
