/** Limits of the specification and of the product, each defined once, with its unit in its name. */

/** An HTTP call of the console fails after this long. */
export const HTTP_TIMEOUT_MS = 10_000
/** Interval at which a signed-in console checks whether its access token needs a refresh. */
export const TOKEN_REFRESH_CHECK_MS = 60_000
/** A refresh is due when the access token has less than this left. */
export const TOKEN_REFRESH_BEFORE_EXPIRY_S = 300
/** Time for which read data counts as fresh. Never applies to seats, holds and live data. */
export const DATA_FRESHNESS_S = 300
/** Retries of a failed read. */
export const READ_RETRIES = 3
/** Retries of a dictionary that failed to load, before the console starts without it. */
export const DICTIONARY_RETRIES = 1
/** Wait before the first retry of a failed read; doubles with each retry. */
export const READ_RETRY_DELAY_MS = 1_000

export const LIVE_RECONNECT_BASE_MS = 1_000
export const LIVE_RECONNECT_CAP_MS = 30_000
export const LIVE_RECONNECT_ATTEMPTS = 5
export const LIVE_NORMAL_CLOSE_CODE = 1000
/** A longer message of a client closes its live connection with 1009. */
export const LIVE_MESSAGE_MAX_BYTES = 64 * 1024
/** More messages of one client than this close its live connection with 1008. */
export const LIVE_MESSAGES_PER_MINUTE = 100
/** A further live connection of the same user closes the oldest one with 1000, so that it does not reconnect. */
export const LIVE_CONNECTIONS_PER_USER = 5
/** Live connections of one process; a further handshake is refused. */
export const LIVE_CONNECTIONS_MAX = 10_000
/** Delay between a new notification and the update of the counts, so that a burst is counted once. */
export const LIVE_STATS_DELAY_MS = 500
/** Interval at which the server pings each peer and checks that its session is still active. */
export const LIVE_CHECK_MS = 30_000
/** A peer that does not answer the close of its live connection within this time is disconnected. */
export const LIVE_CLOSE_TIMEOUT_MS = 3_000
/** A user counts as gone from a record after this time without a renewal, for example when a process dies. */
export const LIVE_PRESENCE_LIFE_MS = 100_000
export const LIVE_MARK_READ_MAX_IDS = 500
/** A ticket opens one live connection within this time. */
export const LIVE_TICKET_LIFE_S = 30
/** Newest notifications of a user in one answer. */
export const LIVE_NOTIFICATIONS_MAX = 50

export const PARTNER_TOKEN_LENGTH_CHARS = 40
export const PARTNER_REFRESH_CHECK_MS = 60_000
/** A token of the partner portal authenticates calls for this time; after that it can only be exchanged for the next one. */
export const PARTNER_TOKEN_LIFE_S = 3600
/** A replaced token stays valid for this time, for calls under way and for the refresh of a second tab. */
export const PARTNER_TOKEN_OVERLAP_S = 60
export const PARTNER_SESSION_LIFE_S = 14 * 24 * 3600
/** A portal session expires after this time without a refresh. */
export const PARTNER_SESSION_IDLE_S = 24 * 3600
export const PARTNER_INVITATION_LIFE_S = 7 * 24 * 3600
/** Active keys of one partner. */
export const PARTNER_CREDENTIALS_MAX = 10
/** Time for which a replaced key may stay valid. */
export const PARTNER_ROTATION_GRACE_MAX_H = 168
export const PARTNER_ROTATION_GRACE_DEFAULT_H = 24
/** A key that expires within this time is marked as expiring. */
export const PARTNER_CREDENTIAL_EXPIRING_DAYS = 30
/** Minimum interval between two updates of the last use of a key. */
export const PARTNER_CREDENTIAL_USE_NOTED_S = 60
export const PARTNER_PAGE_DEFAULT_ROWS = 50
export const PARTNER_PAGE_MAX_ROWS = 200
/** Maximum number of available seats shown to a partner; this number means "this many or more". */
export const PARTNER_SEATS_SHOWN_MAX = 9
/** Calls of one key: reads, and calls that book or change. */
export const PARTNER_READS_PER_MINUTE = 120
export const PARTNER_WRITES_PER_MINUTE = 60
/** Bodies in the call log are truncated to this size. */
export const PARTNER_LOG_BODY_MAX_BYTES = 16 * 1024
/** Maximum size of a path, a query and a header in the call log. */
export const PARTNER_LOG_TEXT_MAX_BYTES = 1_024
/** Headers of one call in the call log. */
export const PARTNER_LOG_HEADERS_MAX = 40
/** Size of the call log of one partner per day (UTC), about 20,000 calls. Further calls are only counted. */
export const PARTNER_LOG_DAY_MAX_BYTES = 64 * 1024 * 1024
export const PARTNER_PLACES_MAX = 50
/** Passengers of one OCTO booking. */
export const OCTO_BOOKING_UNITS_MAX = 60
/** Bookings in one OCTO list. */
export const OCTO_BOOKINGS_MAX = 100
/** Days that one OCTO availability request may span. */
export const OCTO_DAYS_MAX = 366
/** OCTO start times are collected from this many days ahead. */
export const OCTO_START_TIMES_DAYS = 28
export const PARTNER_LOG_EXPORT_MAX_ROWS = 10_000
/** Maximum delay of a call log entry, so that entries are written in batches. */
export const PARTNER_LOG_WRITE_AFTER_MS = 250
/** Maximum call log entries in the queue; further ones are dropped to limit memory. */
export const PARTNER_LOG_QUEUE_MAX = 5_000

export const SANDBOX_TRIPS_AT_ONCE = 20
/** Lifetime of a mock trip. */
export const SANDBOX_TRIP_LIFE_S = 3_600
export const SANDBOX_SLOW_ANSWER_MS = 9_000
export const SANDBOX_RATE_LIMIT_RETRY_S = 5

export const LOADER_FADE_MS = 200
export const BACK_TO_TOP_THRESHOLD_PX = 50
export const SIDEBAR_WIDTH_PX = 260
export const SIDEBAR_COLLAPSE_BELOW_PX = 1024

/** Stations that one user may choose for notifications. */
export const NOTIFICATION_STATIONS_MAX = 100
export const NOTIFICATION_DROPDOWN_ROWS = 10
export const NOTIFICATION_BADGE_CAP = 99

/** Length of the filter of a saved view as JSON. */
export const SAVED_VIEW_FILTER_MAX_CHARS = 4_000
export const LIST_COLUMNS_MAX = 60

/** Time for which an unsaved form draft is offered again to its author. */
export const DRAFT_RETENTION_H = 12

/** Pause in typing after which a search or filter of a list is sent to the server. */
export const FILTER_DEBOUNCE_MS = 200

/** The second key of a shortcut such as "g s" follows the first one within this time. */
export const SHORTCUT_SEQUENCE_MS = 1_500

export const ACCESS_TOKEN_LIFE_S = 15 * 60
export const REFRESH_TOKEN_LIFE_S = 14 * 24 * 3600
export const REFRESH_TOKEN_IDLE_S = 24 * 3600
/** Two tabs may present the same refresh token within this time without counting as theft. */
export const REFRESH_REUSE_GRACE_S = 10
export const SESSIONS_PER_USER = 5
/** Time for which a process caches a session, unless a signal invalidates it earlier. */
export const SESSION_HELD_MS = 1_000
/** Validity of the generated password of the first administrator. */
export const FIRST_PASSWORD_LIFE_S = 24 * 3600
export const PASSWORD_MIN_CHARS = 12
export const PASSWORD_MAX_CHARS = 200

/** Failed logins within the window before the rate limit applies: for one account from one network. */
export const LOGIN_FAILURES_PER_ACCOUNT = 5
/** For one account, from all networks together without a recent login of that account. */
export const LOGIN_FAILURES_FROM_STRANGE_NETWORKS = 10
/** From one network, for all accounts without a recent login from that network. */
export const LOGIN_FAILURES_PER_NETWORK = 20
export const LOGIN_WINDOW_S = 15 * 60
/** Retention of the networks that an account has logged in from, and their number. */
export const SIGN_IN_PLACE_RETENTION_DAYS = 90
export const SIGN_IN_PLACES_PER_ACCOUNT = 20

/** Validity of the links to choose a password: of an invitation and of a reset. */
export const INVITATION_LINK_LIFE_S = 7 * 24 * 3600
export const PASSWORD_LINK_LIFE_S = 24 * 3600
/** Parameters of RFC 6238 that authenticator apps support. */
export const TOTP_STEP_S = 30
export const TOTP_DIGITS = 6
/** Codes of this many steps before and after the current one are accepted, to allow for clock differences. */
export const TOTP_STEPS_AROUND = 1
export const TOTP_SECRET_BYTES = 20
/** Time for which an unconfirmed secret is offered again. */
export const TOTP_SETUP_LIFE_S = 3600
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 10

export const PASSWORD_HASHES_AT_ONCE = 2
export const PASSWORD_HASH_QUEUE = 20

/** Passengers are reminded of their trip this long before it. */
export const REMINDER_BEFORE_H = 24
/** Interval of the sweep for expired holds, finished journeys and similar work. */
export const SWEEP_EVERY_S = 30

/** A process reports that it is not ready if its clock differs by more than this from the clock of the database. */
export const CLOCK_OFF_MAX_S = 30
/** Interval of the clock comparison. */
export const CLOCK_CHECK_EVERY_S = 30

/** Maximum length of a hire in days of 24 hours; a longer one is booked as several hires. */
export const HIRE_MAX_DAYS = 31

export const BODY_MAX_BYTES = 1024 * 1024
/** Body of a call that needs no sign-in. */
export const PUBLIC_BODY_MAX_BYTES = 16 * 1024
/** Body of an event of a payment provider, which contains the whole object. */
export const PAYMENT_EVENT_MAX_BYTES = 256 * 1024
/** A request must arrive completely within this time, except for files. */
export const ARRIVAL_MAX_S = 20
/** Concurrent requests with a late body from one network (IPv4 /24, IPv6 /64). */
export const LATE_BODIES_MAX = 20
/** A body is late this long after the headers of its request. */
export const LATE_BODY_AFTER_S = 1
/** Field errors in one error response; of more, only the first. */
export const FIELD_ERRORS_MAX = 100
/** Retry delay of a call during a shutdown, after which another process or the restarted one answers. */
export const CLOSING_RETRY_S = 5
/** Nesting levels of lists and objects in a body or in JSON in a URL. All stored data has fewer than 12. */
export const JSON_MAX_DEPTH = 32
export const PAGE_MAX_ROWS = 200
export const PAGE_DEFAULT_ROWS = 25
/** A total is exact up to here; beyond it the answer says "more than". */
export const EXACT_TOTAL_ROWS = 10_000
export const SEARCH_MAX_CHARS = 100
/** A typed phone number has at least this many digits; fewer may be the start of a code. */
export const PHONE_MIN_DIGITS = 6
/** Length of a phone number as it is typed or pasted, with blanks, signs and labels. */
export const PHONE_TYPED_MAX_CHARS = 120
export const PHONE_EXTENSION_MAX_DIGITS = 10
/** Minimum length of a search across all resources: one letter is not selective and no index supports it. */
export const SEARCH_MIN_CHARS = 2
/** Records of one resource in the results of a search across all resources. */
export const SEARCH_ROWS_PER_RESOURCE = 5
/** Stations in one answer to a search. */
export const STATIONS_FOUND_MAX = 25
/** Stations that one search ranks: all of the company if it has no more, else those with the words or the most similar. */
export const STATIONS_RANKED_MAX = 500
/** Selected results that the search box remembers. */
export const RECENT_SEARCHES = 5

export const GTFS_FILE_MAX_BYTES = 64 * 1024 * 1024
/** Unpacked size of a feed, all files together: a guard against zip bombs. */
export const GTFS_UNPACKED_MAX_BYTES = 1024 * 1024 * 1024
export const GTFS_SOURCE_NAME_MAX_CHARS = 80
/** Span of service days that one import may turn into journeys. */
export const GTFS_IMPORT_MAX_DAYS = 400

/** Legs of one reservation, outbound and return together. */
export const LEGS_MAX = 6

export const HOLD_DEFAULT_MIN = 15
/** Jobs after the expiry of documents that the answer about a vehicle or person lists. */
export const UNLAWFUL_JOBS_MAX = 50
/** Journeys with too few seats that the answer about a vehicle type lists. */
export const SHORT_JOURNEYS_MAX = 50
/** Held seats, and holds, of a partner at the same time: default, and maximum to set. */
export const PARTNER_HELD_SEATS_DEFAULT = 50
export const PARTNER_HELD_SEATS_MAX = 5_000
export const PARTNER_HOLDS_DEFAULT = 20
export const PARTNER_HOLDS_MAX = 1_000
/** Held units of one limited add-on for each seat of the partner's limit. */
export const HELD_ADDONS_PER_SEAT = 2
/** Holds of one departure by one partner that may lapse within `LAPSED_HOLDS_WITHIN_H`: default, and maximum to set. */
export const PARTNER_LAPSED_HOLDS_DEFAULT = 5
export const PARTNER_LAPSED_HOLDS_MAX = 1_000
export const LAPSED_HOLDS_WITHIN_H = 24
/** Minimum interval between two notifications that a partner has reached a limit of its holds. */
export const HOLD_BOUND_NOTIFIED_EVERY_H = 1
/** Extensions of one hold; each restarts its usual duration. */
export const HOLD_EXTENSIONS_MAX = 2
/** A cancellation can be undone within this time, while the seats are still free. */
export const CANCEL_UNDO_MIN = 15
/** The resolution of a breakdown or an absence can be undone within this time. */
export const RESOLUTION_UNDO_MIN = 10
/** A journey without a manual completion is completed automatically this long after its planned arrival. */
export const AUTO_COMPLETE_AFTER_H = 6
/** A repeated request with the same Idempotency-Key gets the first answer for this long. */
export const IDEMPOTENCY_KEY_LIFE_H = 24
export const IDEMPOTENCY_KEY_MAX_CHARS = 255
/** Retry delay of a request that repeats one still in progress. */
export const IDEMPOTENCY_RETRY_S = 5
/** Retry delay of a call while the database is unavailable. */
export const DATABASE_RETRY_S = 5
/** Vehicles, and drivers, suggested in one answer. */
export const SUGGESTIONS_MAX = 10
/** Journeys that one generation may create. */
export const GENERATE_MAX_JOURNEYS = 2_000
/** Validity of a quoted price. */
export const QUOTE_LIFE_MIN = 15
/** Days, and pairs of stations, in one preview of a pricing rule. */
export const PRICE_PREVIEW_MAX_DAYS = 31
export const PRICE_PREVIEW_MAX_PAIRS = 20
/** Fares that one save of the fare table of a route may change. */
export const FARE_TABLE_MAX_CELLS = 1_000
/** Maximum deviation of a manual price, in basis points of the calculated one, for roles that may not set any price. */
export const PRICE_OVERRIDE_MAX_BP = 1_500
export const RESERVATION_REFERENCE_CHARS = 6
/** Departures of a day between two stations in one answer. */
export const DEPARTURES_MAX_ROWS = 100
/** A departure with at most this share of its seats left is shown as limited, in basis points. */
export const LIMITED_AVAILABILITY_BP = 2_000
export const TURNAROUND_DEFAULT_MIN = 15
export const MAX_DAILY_DRIVE_DEFAULT_MIN = 540
export const MIN_REST_DEFAULT_MIN = 660

/** Passengers and staff are notified of a delay from this many minutes. */
export const DELAY_NOTIFIED_FROM_MIN = 5

/** A journey without a vehicle or a driver needs attention if it leaves within this time. */
export const ATTENTION_PLANNING_H = 24
/** An overbooked journey needs attention if it leaves within this time. */
export const ATTENTION_OVERBOOKED_DAYS = 7
/** A delay needs attention from this many minutes. */
export const ATTENTION_LATE_FROM_MIN = 5
/** Holds need attention if they expire within this time. */
export const ATTENTION_HOLDS_MIN = 30
/** Licences, medicals, inspections and insurances need attention if they expire within this time. */
export const ATTENTION_DOCUMENTS_DAYS = 14
/** Overlapping jobs of a vehicle or person need attention on journeys that leave within this time. */
export const ATTENTION_CLASHES_H = 24
/** Failed mail needs attention for this time. */
export const ATTENTION_MAILS_DAYS = 7
/** Unpaid reservations need attention if they depart within this time. */
export const ATTENTION_UNPAID_H = 24

/** Days that one dispatch board may span: a week, and the hours by which it overlaps two others. */
export const BOARD_MAX_DAYS = 8
/** Journeys on one page of the dispatch board. */
export const BOARD_PAGE_JOURNEYS = 2_500
/** Days that one calendar may span: six weeks. */
export const CALENDAR_MAX_DAYS = 42
/** Journeys in one suggested plan. */
export const PLAN_MAX_JOURNEYS = 3_000
/** Journeys that one transaction assigns when a plan is applied. */
export const PLAN_APPLY_MAX_JOURNEYS = 100
/** An applied plan can be undone within this time. */
export const PLAN_UNDO_H = 24
/** Retention of the data that the undo of a plan needs. */
export const PLAN_RETENTION_DAYS = 2
/** Assumed speed of an empty run between two stations, over the great-circle distance. */
export const EMPTY_RUN_KMH = 50
/** Minimum duration of an empty run to another city with unknown coordinates. */
export const OTHER_CITY_MIN = 30

export const DASHBOARD_DEPARTURES = 10
/** Routes, or partners, listed separately in one answer of the dashboard. */
export const DASHBOARD_MEMBERS_MAX = 50
/** Age limits of outstanding amounts on the dashboard, in days since travel. */
export const DASHBOARD_OWED_WEEK_DAYS = 7
export const DASHBOARD_OWED_MONTH_DAYS = 30
/** Journeys under way in one answer of the map. */
export const MAP_JOURNEYS_MAX = 500

/** Records that one bulk operation may change. */
export const BULK_MAX_RECORDS = 20_000
export const DELETION_PREVIEW_MAX_RECORDS = 50
/** A change can be undone from the history within this time. */
export const UNDO_LIFE_H = 24
/** Retention of tasks and their results. */
export const TASK_RETENTION_DAYS = 90
/** Rows, and time, of one slice of a task, after which other tasks get their turn. */
export const TASK_SLICE_MAX_ROWS = 100
export const TASK_SLICE_MS = 300
/** Minimum interval between two progress updates of a task without slices. */
export const TASK_PROGRESS_EVERY_MS = 300
/** A task without slices fails when its process has died this many times during the task. */
export const TASK_ATTEMPTS_MAX = 2
/** Timetable imports in the queue, including the one in progress. */
export const TIMETABLES_WAITING_MAX = 5
/** Records that an export reads at a time. */
export const EXPORT_PAGE_ROWS = 500
/** Longer lists are exported as a task in the background. */
export const EXPORT_AT_ONCE_MAX_ROWS = 2_000
/** The file of an export task can be downloaded for this time. */
export const EXPORT_FILE_RETENTION_H = 24
export const EXPORT_FILE_MAX_BYTES = 512 * 1024 * 1024
/** Timeout of the console for the transfer of a large file. */
export const FILE_TIMEOUT_MS = 1_800_000
export const IMPORT_FILE_MAX_BYTES = 16 * 1024 * 1024
/** Unpacked size of a spreadsheet, all parts together: a guard against zip bombs. */
export const IMPORT_UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells of a spreadsheet that are read, including blank ones and those outside the columns of the import. */
export const IMPORT_MAX_CELLS = 20_000_000
/** Total text of the first sheet of a spreadsheet: any number of its cells may refer to one long text. */
export const IMPORT_TEXT_MAX_CHARS = 32 * 1024 * 1024
/** Memory and time of the thread that reads a spreadsheet; it is stopped when it exceeds either. */
export const IMPORT_READER_MAX_MIB = 512
export const IMPORT_READER_MAX_MS = 20_000
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 100
/** Rows at the beginning of a file that are searched for its headings. */
export const IMPORT_HEADINGS_MAX_ROWS = 10
/** Rows of a file that are shown before it is imported. */
export const IMPORT_PREVIEW_ROWS = 10
/** An uploaded file that was not imported is deleted after this time. */
export const IMPORT_SHEET_RETENTION_DAYS = 7

/** Range of the number of daily backups to retain, as the company sets it. */
export const BACKUP_COUNT_MIN = 2
export const BACKUP_COUNT_MAX = 60
/** In addition, the last backup of each of the latest weeks and months that have one is retained. */
export const BACKUP_RETENTION_WEEKS = 4
export const BACKUP_RETENTION_MONTHS = 12
/** Administrators are notified after this time without a backup. */
export const BACKUP_OVERDUE_H = 48
/** A backup up to this size is verified by a restore in memory; a larger one is opened and read to its end. */
export const BACKUP_TRIAL_MAX_BYTES = 32 * 1024 * 1024
/** Attempts at a backup if its process dies. */
export const BACKUP_TRIES = 3
/** The unfinished backup of a dead process is removed after this time without a write to it. */
export const BACKUP_DRAFT_RETENTION_H = 24
/** Backups listed in the settings. */
export const BACKUPS_LISTED = 100

/** Values of each kind, shared by several customers, that the list of duplicates checks. */
export const DUPLICATE_KEYS_MAX = 1_000
/** Possible duplicates on the page of a customer. */
export const LIKELY_SAME_MAX = 5
/** Minimum similarity of two names as computed by pg_trgm, from 0 to 1. */
export const NEAR_NAME_SIMILARITY = 0.6
/** Reservations that one merge may move from one customer to another. */
export const MERGE_MAX_RESERVATIONS = 5_000

/** Length of the reason of a change, and of the note to a predefined cause. */
export const REASON_MAX_CHARS = 200
export const NOTE_MAX_CHARS = 150
/** Length of the code of a record; the minimum is 2. */
export const CODE_MAX_CHARS = 32
