import { v7 as uuidv7 } from 'uuid'
import { serverTime } from '../../../platform/api-client.ts'

const hour = 60 * 60 * 1000

/** A new id. In a locked journal its time is rounded down to the hour, as all times that the server sees. */
export const newEntryId = (lock: unknown): string =>
  lock ? uuidv7({ msecs: Math.floor(serverTime().getTime() / hour) * hour }) : uuidv7()
