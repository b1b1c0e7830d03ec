import type { DomainEvent } from '../db/after-commit'
import type { Db } from '../db/database'
import { FOLLOW, FOLLOW_IN_ORDER, enqueue, type RecordFollowed } from '../db/jobs'
import { attempt, inTransaction } from '../db/transaction'
import type { Follower, FollowerInOrder } from '../features/feature'
import type { JobHandlers } from '../jobs/worker'

interface Settings {
  db: Db
  followers: Readonly<Record<string, Follower>>
  inOrder?: FollowerInOrder | undefined
  /** Told of a follower that failed, and is asked again later. */
  onError: (error: unknown, follower: string) => void
}

const eventsIn = (payload: Record<string, unknown>) => payload['events'] as DomainEvent[]
const recordIn = (payload: Record<string, unknown>) => payload as unknown as RecordFollowed

/**
 * Has each follower hear of what a transaction did, in one transaction with the end of the job: each does its part once,
 * whenever a process ends. One that fails keeps none of the others; it hears of it again by a job of its own.
 */
export function followJobs({ db, followers, inOrder, onError }: Settings): JobHandlers {
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
