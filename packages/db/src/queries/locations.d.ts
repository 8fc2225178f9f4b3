import { LocationOption } from '@readroom/contracts/locations'
import type { Db } from '../client.ts'
import type { Viewer } from './worklist-filters.ts'
/** The laboratories that the viewer sees studies of, by name; all of them for administrators. */
export declare function listLocations(db: Db, viewer: Viewer): Promise<LocationOption[]>
