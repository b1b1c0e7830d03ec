import type { Resource } from './vocabulary'

/** Name of a resource in the history: `vehicle_types`. */
type NounOf<R extends string> = R extends `${infer Head}-${infer Rest}` ? `${Head}_${NounOf<Rest>}` : R

/** Events of records of every resource. */
type OfRecords = 'created' | 'updated' | 'deleted' | 'exported'

/** Further events of records of one resource. */
interface Steps {
  reservations:
    | 'amended'
    | 'approved'
    | 'assigned'
    | 'boarded'
    | 'cancellation_undone'
    | 'cancelled'
    | 'check_in_undone'
    | 'checked_in'
    | 'completed'
    | 'confirmed'
    | 'expired'
    | 'farmed_out'
    | 'handed_over'
    | 'hold_ends'
    | 'hold_extended'
    | 'hold_released'
    | 'hold_revised'
    | 'moved'
    | 'no_show'
    | 'passengers_cancelled'
    | 'payment_link_sent'
    | 'payment_recorded'
    | 'payment_reversed'
    | 'payment_unexpected'
    | 'refund_asked'
    | 'refund_declined'
    | 'refund_failed'
    | 'refunded'
    | 'written_off'
    | 'rejected'
    | 'taken_back'
    | 'tickets_sent'
    | 'way_back_begun'
    | 'way_back_cancelled'
    | 'way_there_cancelled'
  journeys:
    | 'assigned'
    | 'boarding_started'
    | 'cancelled'
    | 'clashed'
    | 'completed'
    | 'connections_missed'
    | 'delayed'
    | 'departed'
    | 'farmed_out'
    | 'interrupted'
    | 'party_joined'
    | 'party_left'
    | 'reinstated'
    | 'resumed'
    | 'reverted'
    | 'scheduled'
    | 'seats_changed'
    | 'seats_fell_short'
    | 'taken_back'
    | 'unassigned_soon'
    | 'waiting_expired'
    | 'waiting_joined'
    | 'waiting_offered'
    | 'waiting_skipped'
    | 'waiting_withdrawn'
  customers:
    | 'blocked'
    | 'credit_limit_set'
    | 'erased'
    | 'legal_hold_set'
    | 'merged'
    | 'merged_away'
    | 'not_told_apart'
    | 'told_apart'
    | 'unblocked'
    | 'unmerged'
  users:
    | 'invitation_accepted'
    | 'invited'
    | 'password_link_made'
    | 'password_reset'
    | 'recovery_codes_renewed'
    | 'second_factor_off'
    | 'second_factor_on'
    | 'second_factor_reset'
  mails: 'sent_again'
  tills: 'cash_moved' | 'closed' | 'counted' | 'handed_over' | 'opened'
  partners:
    | 'hold_limit_reached'
    | 'holds_repeated'
    | 'statement_closed'
    | 'statement_paid'
    | 'statement_payment_reversed'
  payments: 'approved' | 'declined' | 'expired' | 'posted' | 'reversed' | 'voided'
}

/** Events that do not belong to a record of a resource. */
interface Others {
  auth:
    | 'code_refused'
    | 'logged_in'
    | 'logged_out'
    | 'login_failed'
    | 'other_sessions_ended'
    | 'password_changed'
    | 'recovery_code_used'
    | 'refresh_reused'
    | 'session_ended'
  backups: 'completed' | 'exported' | 'failed' | 'missed' | 'removed'
  company: 'updated'
  gtfs: 'failed' | 'imported'
  notification_preferences: 'updated'
  partner_auth:
    | 'code_refused'
    | 'logged_in'
    | 'logged_out'
    | 'login_failed'
    | 'other_sessions_ended'
    | 'password_changed'
    | 'recovery_code_used'
    | 'recovery_codes_renewed'
    | 'second_factor_off'
    | 'second_factor_on'
    | 'second_factor_reset'
    | 'session_ended'
    | 'token_reused'
  partner_credential: 'created' | 'revoked' | 'rotated' | 'updated'
  partner_invitation: 'accepted' | 'resent' | 'revoked' | 'sent'
  partner_member: 'removed'
  partner_webhook: 'created' | 'deleted' | 'disabled' | 'replayed' | 'secret_rotated' | 'updated'
  resolutions: 'applied' | 'undone'
  saved_views: 'created' | 'deleted' | 'updated'
  task: 'downloaded' | 'failed' | 'finished'
}

/** Verbs of all events, by noun. */
type Verbs = {
  [R in Resource as NounOf<R>]: OfRecords | (NounOf<R> extends keyof Steps ? Steps[NounOf<R>] : never)
} & Others
export type EventNoun = keyof Verbs
/** Verb of an event, in the past tense: `confirmed`. */
export type EventVerb = Verbs[EventNoun]
/** Noun and verb: `reservations.confirmed`. */
export type EventAction = { [N in EventNoun]: `${N}.${Verbs[N]}` }[EventNoun]
/** Action split into noun and verb. */
export type EventParts = { [N in EventNoun]: { noun: N; verb: Verbs[N] } }[EventNoun]

export function partsOf(action: EventAction): EventParts {
  const [noun, verb] = action.split('.')
  return { noun, verb } as EventParts
}

/** Returns the action for an event of a resource. */
export const happenedTo = (resource: string, verb: EventVerb): EventAction =>
  `${resource.replaceAll('-', '_')}.${verb}` as EventAction
