import type { Mailer } from '../../adapters/mailer'
import type { Db } from '../../db/database'
import { WRITE_JOB_MAIL, WRITE_MAIL, type JobMailCause, type MailCause } from './follow'
import { inTransaction } from '../../db/transaction'
import type { JobHandlers } from '../../jobs/worker'
import { deliver } from './deliver'
import type { Ports } from './ports'
import { writeJobMail } from './write-job'
import { REMIND, SEND_MAIL, remind, writeMails } from './write'

export interface MailJobDeps {
  db: Db
  ports: Ports
  /** Null stores mail without sending it. */
  mailer: Mailer | null
  now: () => Date
}

type Payload = Readonly<Record<string, unknown>>

const mailCauseIn = ({ kind, entity_id, reason, left_journey_ids, joined_journey_ids }: Payload) =>
  ({ kind, entity_id, reason, left_journey_ids, joined_journey_ids }) as MailCause

const jobMailCauseIn = ({ kind, partner_id, source, entity_id }: Payload) =>
  ({ kind, partner_id, source, entity_id }) as JobMailCause

/** Returns the job handlers that write mail, remind of departures, and send mail. */
export function mailJobs({ db, ports, mailer, now }: MailJobDeps): JobHandlers {
  const deps = { ports, sends: mailer !== null, now }
  return {
    [WRITE_MAIL]: {
      run: (payload, { jobId }) => inTransaction(db, (tx) => writeMails(tx, deps, mailCauseIn(payload), jobId)),
    },
    [WRITE_JOB_MAIL]: {
      run: (payload, { jobId }) => inTransaction(db, (tx) => writeJobMail(tx, deps, jobMailCauseIn(payload), jobId)),
    },
    [REMIND]: {
      run: (payload, { jobId }) =>
        inTransaction(db, (tx) => remind(tx, deps, String(payload['reservation_id']), jobId)),
    },
    ...(mailer && {
      [SEND_MAIL]: {
        run: (payload, attempt) => deliver({ db, mailer, ports, now }, String(payload['mail_id']), attempt),
      },
    }),
  }
}
