import { type Job, NO_DATA } from '../server/jobs.server.ts'
import { forgetSharePictures } from './share-picture.server.ts'

/** Removes each night share pictures that were drawn days ago: what they show may be deleted by now. */
export const forgettingSharePictures: Job = {
  queue: {
    name: 'forget-share-pictures',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isAlone: true,
    schedule: '27 3 * * *',
  },
  async work() {
    await forgetSharePictures()
  },
}
