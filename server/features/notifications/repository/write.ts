import { sql } from 'kysely'
import { NOTIFICATION_GROUP_MAX } from '../../../../contract/core/limits/notifications'
import { NOTIFICATIONS, type NotificationKind } from '../../../../contract/core/notifications'
import type { AuditActor, AuditEntry } from '../../../db/audit-entry'
import type { Tx } from '../../../db/transaction'
import type { Facts } from './facts'

export interface NewNotification {
  eventId: string
  kind: NotificationKind
  facts: Facts
  actor: AuditActor
  entity: NonNullable<AuditEntry['entity']>
}

/**
 * Inserts one row per message and recipient. Grouped messages share one row per recipient and kind while it is unread.
 * @returns the event ids of messages with recipients
 */
export async function writeNotifications(tx: Tx, messages: readonly NewNotification[]): Promise<string[]> {
  const ids: string[] = []
  // Limits the records per statement, so that a group's list of ids still fits into a URL.
  for (let from = 0; from < messages.length; from += NOTIFICATION_GROUP_MAX)
    ids.push(...(await writeSome(tx, messages.slice(from, from + NOTIFICATION_GROUP_MAX))))
  return ids
}

async function writeSome(tx: Tx, messages: readonly NewNotification[]): Promise<string[]> {
  const values = messages.map(({ eventId, kind, facts, actor, entity }, place) => {
    const notice = NOTIFICATIONS[kind]
    return {
      place,
      event_id: eventId,
      kind,
      wording: facts.values,
      type: notice.type,
      roles: notice.roles,
      followers: notice.followers,
      is_job: 'isJob' in notice,
      is_grouped: 'isGrouped' in notice,
      booker: 'toBooker' in notice ? (facts.booker ?? null) : null,
      self: actor.kind === 'user' ? actor.id : null,
      stations: facts.stations,
      url: facts.url,
      entity_type: entity.type,
      entity_id: entity.id,
    }
  })
  // Rows are written in one order, so that concurrent statements cannot deadlock.
  const { rows } = await sql<{ event_id: string }>`
    with message as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as m(place int, event_id uuid, kind text,
        wording jsonb, type text, roles text[], followers text[], is_job boolean, is_grouped boolean, booker uuid,
        self uuid, stations uuid[], url text, entity_type text, entity_id uuid)
    ), addressed as (
      select u.id as user_id, m.*, case when m.is_grouped then m.kind else m.event_id::text end as part
      from message m
      join users u on u.status = 'active'
      left join notification_preferences p on p.user_id = u.id
      where m.type <> all(coalesce(p.muted_types, '{}'))
        and (m.stations is null or coalesce(p.station_ids, '{}') = '{}' or p.station_ids && m.stations)
        and (
          (m.is_job and u.id = m.self)
          or (u.id = m.booker and u.id is distinct from m.self)
          or (
            (u.role = any(m.roles) or (p.scope = 'all' and u.role = any(m.followers)))
            and (m.is_job or u.id is distinct from m.self)
            and (m.stations is null or u.station_scope = '{}' or u.station_scope && m.stations)
          )
        )
    ), latest as (
      select distinct on (user_id, part) * from addressed order by user_id, part, place desc
    ), together as (
      select user_id, part, array_agg(entity_id order by place) as ids
      from (
        select distinct on (user_id, part, entity_id) user_id, part, entity_id, place from addressed
        order by user_id, part, entity_id, place desc
      ) as once group by user_id, part
    ), written as (
      insert into notifications as n (
        id, user_id, event_id, kind, wording, notification_type, action_url, entity_type, entity_id, group_id, is_open,
        record_ids
      )
      select gen_random_uuid(), user_id, l.event_id, l.kind,
        -- Recipients do not see their own name as the actor.
        case when user_id = l.self then l.wording - 'by' else l.wording end, l.type, l.url, l.entity_type, l.entity_id,
        case when l.is_grouped then gen_random_uuid() end, l.is_grouped,
        case when l.is_grouped then t.ids else '{}' end
      from latest l join together t using (user_id, part)
      order by user_id, part
      on conflict (user_id, kind) where is_open and not is_read do update set
        -- A new id: marking the earlier version as read must not mark this one.
        id = excluded.id,
        event_id = excluded.event_id,
        wording = excluded.wording,
        action_url = excluded.action_url,
        entity_id = excluded.entity_id,
        created_at = excluded.created_at,
        record_ids = array(select id from unnest(n.record_ids) as id where id <> all(excluded.record_ids))
          || excluded.record_ids,
        is_open = cardinality(n.record_ids || excluded.record_ids) < ${NOTIFICATION_GROUP_MAX}
      returning event_id
    )
    select distinct event_id from written`.execute(tx)
  return rows.map(({ event_id }) => event_id)
}
