import { sql } from 'kysely'
import type { Certification } from '../../../../../contract/partner/sandbox'
import type { CertificationItem } from '../../../../../contract/core/vocabulary'
import type { Reader } from '../../../../db/transaction'

/**
 * Returns the completed certification items of a partner's test keys, each with its first completion. Completions are
 * stored, because log entries are deleted after their retention time.
 */
export async function certificationOf(
  reader: Reader,
  partnerId: string,
): Promise<Map<CertificationItem, Pick<Certification['items'][number], 'done_at' | 'request_id'>>> {
  await sql`
    insert into partner_certifications (partner_id, item, done_at, request_id)
    select distinct on (seen.item) ${partnerId}::uuid, seen.item, seen.at, seen.request_id
    from (
      select l.at, l.request_id, case
        when l.method = 'GET' and l.path ~ '^/api/partner/journeys/?$' and l.status = 200 then 'search_journeys'
        when l.method = 'POST' and l.path ~ '^/api/partner/journeys/[^/]+/quote/?$' and l.status = 200 then 'quote'
        when l.method = 'POST' and l.path ~ '^/api/partner/trips/?$' and l.status = 201
          and l.idempotency_key is not null then 'hold_once'
        when l.method = 'POST' and l.path ~ '^/api/partner/trips/[^/]+/confirm/?$' and l.status = 200
          and l.request_body like '%"price_hash":"%' then 'confirm_at_price'
        when l.method = 'GET' and l.path ~ '^/api/partner/trips/[^/]+/tickets/?$' and l.status = 200 then 'read_tickets'
        when l.method = 'PATCH' and l.path ~ '^/api/partner/trips/[^/]+/?$' and l.status = 200 then 'correct_names'
        when l.method = 'POST' and l.path ~ '^/api/partner/trips/[^/]+/cancel/?$' and l.status = 200
          then case when l.request_body like '%"simulate":true%' then 'simulate_cancellation' else 'cancel' end
        when l.status = 409 and l.problem_code in ('sold_out', 'price_changed', 'hold_expired') then 'meet_refusal'
      end as item
      from partner_api_logs l
      where l.partner_id = ${partnerId} and l.environment = 'test' and l.direction = 'inbound'
        and l.credential_id is not null
      union all
      select d.delivered_at, d.id::text, 'receive_webhook' from webhook_deliveries d
      where d.partner_id = ${partnerId} and d.environment = 'test' and d.state = 'delivered'
    ) seen
    where seen.item is not null order by seen.item, seen.at
    on conflict (partner_id, item) do nothing`.execute(reader)
  const { rows } = await sql<{ item: CertificationItem; done_at: string; request_id: string | null }>`
    select item, done_at, request_id from partner_certifications where partner_id = ${partnerId}`.execute(reader)
  return new Map(rows.map(({ item, ...first }) => [item, first]))
}
