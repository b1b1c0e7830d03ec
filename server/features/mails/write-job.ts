import { enqueue } from '../../db/jobs'
import { WRITE_JOB_MAIL, type JobMailCause } from './follow'
import type { Tx } from '../../db/transaction'
import { composeJob } from './compose-job'
import { companyOf } from './repository/facts'
import { insertMail } from './repository/mails'
import { addressOf, jobFacts, lockJob, wasFarmedOut, type JobFacts } from './repository/job-facts'
import { SEND_MAIL, reminderAt, type MailDeps } from './write'

/**
 * Writes a mail to the current or former operating company of a job, once per queue job however often that is retried.
 * Schedules a reminder for the day before, with the passengers who booked in between.
 */
export async function writeJobMail(
  tx: Tx,
  { sends, now }: MailDeps,
  cause: JobMailCause,
  jobId: string,
): Promise<void> {
  const { kind, partner_id, source } = cause
  await lockJob(tx, cause)
  const job = await jobFacts(tx, cause)
  const to = await addressOf(tx, partner_id)
  if (!job || !to || !(await isDue(tx, cause, job))) return
  const isLater = kind !== 'job_withdrawn' && (await remindLater(tx, cause, job, now()))
  if (kind === 'job_reminder' && (isLater || Date.parse(job.starts_at) <= now().getTime())) return
  const letter = composeJob({ kind, language: to.language, job, company: await companyOf(tx) })
  const id = await insertMail(
    tx,
    {
      ...letter,
      ...to,
      kind,
      status: sends ? 'queued' : 'kept',
      attachments: [],
      entity_type: source,
      entity_id: job.id,
      entity_label: job.label,
    },
    jobId,
  )
  if (id !== null && sends) await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: id }, key: id })
}

/** Schedules the reminder. @returns false when its time has passed */
async function remindLater(tx: Tx, cause: JobMailCause, { starts_at }: JobFacts, now: Date): Promise<boolean> {
  const runAt = reminderAt(starts_at)
  if (runAt <= now) return false
  const reminder: JobMailCause = { ...cause, kind: 'job_reminder' }
  const key = `${cause.partner_id} ${cause.entity_id}`
  await enqueue(tx, { kind: WRITE_JOB_MAIL, payload: { ...reminder }, runAt, key })
  return true
}

/** Checks that the cause still applies: other changes may have come between a change and its mail. */
async function isDue(tx: Tx, { kind, partner_id }: JobMailCause, job: JobFacts): Promise<boolean> {
  const runsIt = job.runs && job.partner_id === partner_id
  return kind === 'job_withdrawn' ? !runsIt && (await wasFarmedOut(tx, job.id)) : runsIt
}
