import type { DomainEvent } from '../db/after-commit'
import type { Db } from '../db/database'
import { FOLLOW, FOLLOW_IN_ORDER, enqueue, type RecordFollowed } from '../db/jobs'
import { attempt, inTransaction } from '../db/transaction'
import type { Follower, FollowerInOrder } from '../features/feature'
import type { JobHandlers } from '../jobs/worker'

interface Deps {
  db: Db
  followers: Readonly<Record<string, Follower>>
  inOrder?: FollowerInOrder | undefined
  /** Called for a follower that failed and will be called again later. */
  onError: (error: unknown, follower: string) => void
}

const eventsIn = (payload: Record<string, unknown>) => payload['events'] as DomainEvent[]
const recordIn = ({ type, id, changes, kept: snapshot }: Record<string, unknown>) =>
  ({ type, id, changes, kept: snapshot }) as RecordFollowed

/**
 * Returns handlers that pass the events of a transaction to each follower, in one transaction with the end of the job, so
 * that each acts once even after a crash. A follower that fails does not stop the others and gets a job of its own.
 */
export function followJobs({ db, followers, inOrder, onError }: Deps): JobHandlers {
  const again = Object.entries(followers).map(([name, follow]): [string, JobHandlers[string]] => [
    `events.${name}`,
    {
      run: (payload, { finish }) =>
        inTransaction(db, async (tx) => {
          await follow(tx, eventsIn(payload))
          await finish(tx)
        }),
    },
  ])
  return {
    ...Object.fromEntries(again),
    [FOLLOW]: {
      isPrompt: true,
      together: async (tx, payloads) => {
        const events = payloads.flatMap(eventsIn)
        for (const follow of Object.values(followers)) await follow(tx, events)
      },
      run: (payload, { finish }) =>
        inTransaction(db, async (tx) => {
          for (const [name, follow] of Object.entries(followers))
            await attempt(tx, () => follow(tx, eventsIn(payload))).catch(async (error: unknown) => {
              onError(error, name)
              await enqueue(tx, { kind: `events.${name}`, payload })
            })
          await finish(tx)
        }),
    },
    ...(inOrder && {
      [FOLLOW_IN_ORDER]: {
        isPrompt: true,
        together: (tx, payloads) => inOrder(tx, payloads.map(recordIn)),
        run: (payload, { finish }) =>
          inTransaction(db, async (tx) => {
            await inOrder(tx, [recordIn(payload)])
            await finish(tx)
          }),
      },
    }),
  }
}
