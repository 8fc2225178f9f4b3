import { createPlaces } from './places.ts'

/** Places of tests: receivers on this machine. */
export const testPlaces = createPlaces({ networks: ['127.0.0.0/8', '::1'], own: [] })
