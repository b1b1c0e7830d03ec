/** Every number of the specification and of the product's promises, once, with its unit in its name. */

/** An HTTP call of the console fails after this long. */
export const HTTP_TIMEOUT_MS = 10_000
/** How often a signed-in console looks whether its access token needs a refresh. */
export const TOKEN_REFRESH_CHECK_MS = 60_000
/** A refresh is due when the access token has less than this left. */
export const TOKEN_REFRESH_BEFORE_EXPIRY_S = 300
/** How long data that was read counts as fresh. Never applies to seats, holds and anything live. */
export const DATA_FRESHNESS_S = 300
/** A failed read is tried this many times more. */
export const READ_RETRIES = 3
/** A dictionary that did not arrive is asked for this many times more before the console starts without it. */
export const DICTIONARY_RETRIES = 1
/** Wait before the first further try of a failed read; doubles each time. */
export const READ_RETRY_DELAY_MS = 1_000

export const LIVE_RECONNECT_BASE_MS = 1_000
export const LIVE_RECONNECT_CAP_MS = 30_000
export const LIVE_RECONNECT_ATTEMPTS = 5
export const LIVE_NORMAL_CLOSE_CODE = 1000
/** A longer message of a client closes its live connection with 1009. */
export const LIVE_MESSAGE_MAX_BYTES = 64 * 1024
/** More messages of one client than this close its live connection with 1008. */
export const LIVE_MESSAGES_PER_MINUTE = 100
/** One more live connection of the same user closes the oldest one with 1000, so that it does not come back by itself. */
export const LIVE_CONNECTIONS_PER_USER = 5
/** Live connections of one process; a further handshake is refused. */
export const LIVE_CONNECTIONS_MAX = 10_000
/** Counts follow a new notification after this long, so that a burst is counted once. */
export const LIVE_STATS_DELAY_MS = 500
/** How often the server asks each peer for a sign of life, and whether its session still goes on. */
export const LIVE_CHECK_MS = 30_000
/** A peer that does not answer the closing of its live connection within this time is cut off. */
export const LIVE_CLOSE_TIMEOUT_MS = 3_000
/** Who has a record open and has not said so again for this long is taken for gone, as when a process dies. */
export const LIVE_PRESENCE_LIFE_MS = 100_000
export const LIVE_MARK_READ_MAX_IDS = 500
/** A ticket opens one live connection within this time. */
export const LIVE_TICKET_LIFE_S = 30
/** The newest notifications of a user that one answer holds. */
export const LIVE_NOTIFICATIONS_MAX = 50

export const PARTNER_TOKEN_LENGTH_CHARS = 40
export const PARTNER_REFRESH_CHECK_MS = 60_000
/** A token of the partner portal is good for calls this long; after that it only buys the next one. */
export const PARTNER_TOKEN_LIFE_S = 3600
/** A replaced token still answers calls that were under way, and a second tab's refresh. */
export const PARTNER_TOKEN_OVERLAP_S = 60
export const PARTNER_SESSION_LIFE_S = 14 * 24 * 3600
/** A portal session that nobody refreshed for this long has ended. */
export const PARTNER_SESSION_IDLE_S = 24 * 3600
export const PARTNER_INVITATION_LIFE_S = 7 * 24 * 3600
/** Keys of one partner that may be active at once. */
export const PARTNER_CREDENTIALS_MAX = 10
/** How long an old key may go on beside the one that replaces it. */
export const PARTNER_ROTATION_GRACE_MAX_H = 168
export const PARTNER_ROTATION_GRACE_DEFAULT_H = 24
/** A key that runs out within this time is pointed out. */
export const PARTNER_CREDENTIAL_EXPIRING_DAYS = 30
/** The use of a key is noted at most this often. */
export const PARTNER_CREDENTIAL_USE_NOTED_S = 60
export const PARTNER_PAGE_DEFAULT_ROWS = 50
export const PARTNER_PAGE_MAX_ROWS = 200
/** A partner is told of at most so many seats: this number means "so many or more". */
export const PARTNER_SEATS_TOLD_MAX = 9
/** Calls of one key that read, and those that book or change. */
export const PARTNER_READS_PER_MINUTE = 120
export const PARTNER_WRITES_PER_MINUTE = 60
/** A body in the log of calls is cut off after this much. */
export const PARTNER_LOG_BODY_MAX_BYTES = 16 * 1024
/** A path, a query and a header in it. */
export const PARTNER_LOG_TEXT_MAX_BYTES = 1_024
/** Headers of one call in it. */
export const PARTNER_LOG_HEADERS_MAX = 40
/** What the log of one partner takes in a day (UTC); calls beyond it are only counted. About 20,000 calls. */
export const PARTNER_LOG_DAY_MAX_BYTES = 64 * 1024 * 1024
export const PARTNER_PLACES_MAX = 50
/** Passengers of one booking of a reseller who speaks OCTO. */
export const OCTO_BOOKING_UNITS_MAX = 60
/** Bookings that one list tells. */
export const OCTO_BOOKINGS_MAX = 100
/** Days that one question about availability may span. */
export const OCTO_DAYS_MAX = 366
/** Times of departure are gathered from so many days ahead. */
export const OCTO_START_TIMES_DAYS = 28
export const PARTNER_LOG_EXPORT_MAX_ROWS = 10_000
/** How long an entry of the log may wait for others to be written with. */
export const PARTNER_LOG_WRITE_AFTER_MS = 250
/** Entries that wait at most; further ones are lost rather than the server's memory. */
export const PARTNER_LOG_QUEUE_MAX = 5_000

export const SANDBOX_TRIPS_AT_ONCE = 20
/** Mock trips end by themselves after this. */
export const SANDBOX_TRIP_LIFE_S = 3_600
export const SANDBOX_SLOW_ANSWER_MS = 9_000
export const SANDBOX_RATE_LIMIT_RETRY_S = 5

export const LOADER_FADE_MS = 200
export const BACK_TO_TOP_THRESHOLD_PX = 50
export const SIDEBAR_WIDTH_PX = 260
export const SIDEBAR_COLLAPSE_BELOW_PX = 1024

/** Stations that one person may choose to be told of. */
export const NOTIFICATION_STATIONS_MAX = 100
export const NOTIFICATION_DROPDOWN_ROWS = 10
export const NOTIFICATION_BADGE_CAP = 99

/** A view's filter as JSON. */
export const SAVED_VIEW_FILTER_MAX_CHARS = 4_000
export const LIST_COLUMNS_MAX = 60

/** How long what was typed into a form and not saved is offered again to whoever typed it. */
export const DRAFT_KEPT_H = 12

/** How long typing in a list's search or filter rests before it asks the server. */
export const FILTER_DEBOUNCE_MS = 200

/** The second key of a shortcut such as "g s" follows the first one within this time. */
export const SHORTCUT_SEQUENCE_MS = 1_500

export const ACCESS_TOKEN_LIFE_S = 15 * 60
export const REFRESH_TOKEN_LIFE_S = 14 * 24 * 3600
export const REFRESH_TOKEN_IDLE_S = 24 * 3600
/** Two tabs may present the same refresh token within this time without being taken for a thief. */
export const REFRESH_REUSE_GRACE_S = 10
export const SESSIONS_PER_USER = 5
/** A process goes on with a session that it has looked up for so long at most, unless a signal ends it before. */
export const SESSION_HELD_MS = 1_000
/** The generated password of the first administrator is good for this long. */
export const FIRST_PASSWORD_LIFE_S = 24 * 3600
export const PASSWORD_MIN_CHARS = 12
export const PASSWORD_MAX_CHARS = 200

/** Failed sign-ins within the window before further ones have to wait: for an account, from one network. */
export const LOGIN_FAILURES_PER_ACCOUNT = 5
/** For an account, from all networks together that it has not signed in from lately. */
export const LOGIN_FAILURES_FROM_STRANGE_NETWORKS = 10
/** From one network, for all accounts that have not signed in from there lately. */
export const LOGIN_FAILURES_PER_NETWORK = 20
export const LOGIN_WINDOW_S = 15 * 60
/** How long it is remembered where an account has signed in from, and how many such networks. */
export const SIGN_IN_PLACE_KEPT_DAYS = 90
export const SIGN_IN_PLACES_PER_ACCOUNT = 20

/** How long the link of an invitation, and that of a reset, lets its reader choose a password. */
export const INVITATION_LINK_LIFE_S = 7 * 24 * 3600
export const PASSWORD_LINK_LIFE_S = 24 * 3600
/** RFC 6238 as authenticator apps speak it. */
export const TOTP_STEP_S = 30
export const TOTP_DIGITS = 6
/** Codes of so many steps before and after the present one are taken, for clocks that differ. */
export const TOTP_STEPS_AROUND = 1
export const TOTP_SECRET_BYTES = 20
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 10

export const PASSWORD_HASHES_AT_ONCE = 2
export const PASSWORD_HASH_QUEUE = 20

/** Passengers are reminded of their trip this long before it. */
export const REMINDER_BEFORE_H = 24
/** Holds that run out, journeys that end, and the like are looked for this long after the last time. */
export const SWEEP_EVERY_S = 30

/** A process whose machine's clock is further from the database's says that it is not ready. */
export const CLOCK_OFF_MAX_S = 30
/** How often it is compared. */
export const CLOCK_CHECK_EVERY_S = 30

/** A hire takes at most so many days of 24 hours: a longer one is several. */
export const HIRE_MAX_DAYS = 31

export const BODY_MAX_BYTES = 1024 * 1024
/** The body of a call that needs no sign-in. */
export const PUBLIC_BODY_MAX_BYTES = 16 * 1024
/** An event of a payment provider carries the whole object that it is about. */
export const PAYMENT_EVENT_MAX_BYTES = 256 * 1024
/** A call arrives whole within this time, except for files. */
export const ARRIVAL_MAX_S = 20
/** Calls of one network (IPv4 /24, IPv6 /64) whose body is late at once. */
export const LATE_BODIES_MAX = 20
/** A body is late this long after the head of its call. */
export const LATE_BODY_AFTER_S = 1
/** Faults that one refusal names; of more, the first. */
export const FIELD_ERRORS_MAX = 100
/** A call that comes while a process stops: another one answers after this, or the same one after its start. */
export const CLOSING_RETRY_S = 5
/** Levels of lists and objects in a body, or in JSON in an address; nothing that is kept has a dozen. */
export const JSON_MAX_DEPTH = 32
export const PAGE_MAX_ROWS = 200
export const PAGE_DEFAULT_ROWS = 25
/** A total is exact up to here; beyond it the answer says "more than". */
export const EXACT_TOTAL_ROWS = 10_000
export const SEARCH_MAX_CHARS = 100
/** A typed phone number has at least this many digits; fewer may be the start of a code. */
export const PHONE_MIN_DIGITS = 6
/** Of a phone number as it is typed or pasted, with blanks, signs and labels. */
export const PHONE_TYPED_MAX_CHARS = 120
export const PHONE_EXTENSION_MAX_DIGITS = 10
/** A search across all resources begins here: one letter tells nothing and no index knows it. */
export const SEARCH_MIN_CHARS = 2
/** Records of one resource that a search across all of them shows. */
export const SEARCH_ROWS_PER_RESOURCE = 5
/** Stations that one answer to a search offers. */
export const STATIONS_FOUND_MAX = 25
/** A search ranks so many stations: all of a company that has no more, else those with the words, or the most alike. */
export const STATIONS_RANKED_MAX = 500
/** Searches that led somewhere, as the search box remembers them. */
export const RECENT_SEARCHES = 5

export const GTFS_FILE_MAX_BYTES = 64 * 1024 * 1024
/** What a feed may unpack to, all files together: a guard against zip bombs. */
export const GTFS_UNPACKED_MAX_BYTES = 1024 * 1024 * 1024
/** The longest span of service days that one import may turn into journeys. */
export const GTFS_IMPORT_MAX_DAYS = 400

/** Parts of journeys that one reservation is made of, there and back together. */
export const LEGS_MAX = 6

export const HOLD_DEFAULT_MIN = 15
/** Jobs beyond their papers that the answer about a vehicle or person names. */
export const UNLAWFUL_JOBS_MAX = 50
/** Journeys with too little room that the answer about a vehicle type names. */
export const SHORT_JOURNEYS_MAX = 50
/** Seats and holds that a partner may have on hold at once, unless its record says otherwise. */
export const PARTNER_HELD_SEATS_DEFAULT = 50
export const PARTNER_HELD_SEATS_MAX = 5_000
export const PARTNER_HOLDS_DEFAULT = 20
export const PARTNER_HOLDS_MAX = 1_000
/** Pieces of one limited add-on that may be on hold for each seat that may be. */
export const HELD_ADDONS_PER_SEAT = 2
/** Holds of one departure by one partner that may lapse within `LAPSED_HOLDS_WITHIN_H`, unless its record says otherwise. */
export const PARTNER_LAPSED_HOLDS_DEFAULT = 5
export const PARTNER_LAPSED_HOLDS_MAX = 1_000
export const LAPSED_HOLDS_WITHIN_H = 24
/** The operator is notified at most once in this time that a partner has reached a bound of its holds. */
export const HOLD_BOUND_NOTIFIED_EVERY_H = 1
/** How often a hold may be given the usual time anew. */
export const HOLD_EXTENSIONS_MAX = 2
/** A cancellation can be taken back for this long, while the seats are still free. */
export const CANCEL_UNDO_MIN = 15
/** What was done about a breakdown or an absence can be taken back for this long. */
export const RESOLUTION_UNDO_MIN = 10
/** A journey that nobody has ended counts as completed this long after its planned arrival. */
export const AUTO_COMPLETE_AFTER_H = 6
/** A repeated request with the same Idempotency-Key gets the first answer for this long. */
export const IDEMPOTENCY_KEY_LIFE_H = 24
export const IDEMPOTENCY_KEY_MAX_CHARS = 255
/** How long a request that repeats one still being worked on should wait. */
export const IDEMPOTENCY_RETRY_S = 5
/** What a caller is told to wait while the database is away. */
export const DATABASE_RETRY_S = 5
/** Vehicles, and drivers, that one answer suggests. */
export const SUGGESTIONS_MAX = 10
/** Journeys that one generation may make. */
export const GENERATE_MAX_JOURNEYS = 2_000
/** A price that was told is promised for this long. */
export const QUOTE_LIFE_MIN = 15
/** What one preview of a pricing rule shows. */
export const PRICE_PREVIEW_MAX_DAYS = 31
export const PRICE_PREVIEW_MAX_PAIRS = 20
/** Fares that one save of a route's table may change. */
export const FARE_TABLE_MAX_CELLS = 1_000
/** How far a price set by hand may lie from the calculated one, in basis points of the latter, unless a role may set any. */
export const PRICE_OVERRIDE_MAX_BP = 1_500
export const RESERVATION_REFERENCE_CHARS = 6
/** Departures of a day between two stations that one answer shows. */
export const DEPARTURES_MAX_ROWS = 100
/** A departure with at most this share of its seats left is shown as limited, in basis points. */
export const LIMITED_AVAILABILITY_BP = 2_000
export const TURNAROUND_DEFAULT_MIN = 15
export const MAX_DAILY_DRIVE_DEFAULT_MIN = 540
export const MIN_REST_DEFAULT_MIN = 660

/** Passengers and staff are told of a delay of this many minutes. */
export const DELAY_TOLD_FROM_MIN = 5

/** A journey that leaves within this time and lacks a vehicle or a driver needs a person now. */
export const ATTENTION_PLANNING_H = 24
/** More people than seats need a person as soon as the journey is this near. */
export const ATTENTION_OVERBOOKED_DAYS = 7
/** A delay of this many minutes needs a person. */
export const ATTENTION_LATE_FROM_MIN = 5
/** Seats that are held and come free within this time. */
export const ATTENTION_HOLDS_MIN = 30
/** Licences, medicals, inspections and insurances that end within this time. */
export const ATTENTION_DOCUMENTS_DAYS = 14
/** A vehicle's or person's next job begins before they are free, on journeys that leave within this time. */
export const ATTENTION_CLASHES_H = 24
/** Mail that could not be sent in this time. */
export const ATTENTION_MAILS_DAYS = 7
/** Departures within so many hours are to be paid. */
export const ATTENTION_UNPAID_H = 24

/** Days that one dispatch board may span; a week, and the hours by which it overlaps two others. */
export const BOARD_MAX_DAYS = 8
/** Journeys of one answer of the board; the rest comes with the next. */
export const BOARD_PAGE_JOURNEYS = 2_500
/** Days that one calendar may span: six weeks. */
export const CALENDAR_MAX_DAYS = 42
/** Journeys that one suggestion may plan. */
export const PLAN_MAX_JOURNEYS = 3_000
/** Journeys that one transaction of a plan gives their vehicle and driver. */
export const PLAN_APPLY_MAX_JOURNEYS = 100
/** A plan that was applied can be taken back within this time. */
export const PLAN_UNDO_H = 24
/** What is needed for that is forgotten after this time. */
export const PLAN_KEPT_DAYS = 2
/** How fast a vehicle is reckoned to run empty between two stations, as the crow flies. */
export const EMPTY_RUN_KMH = 50
/** The way to another city that is not on the map takes this long at least. */
export const OTHER_CITY_MIN = 30

/** Departures that the dashboard shows. */
export const DASHBOARD_DEPARTURES = 10
/** Routes, or partners, that one answer of the dashboard tells apart. */
export const DASHBOARD_MEMBERS_MAX = 50
/** Who owes and travelled up to so many days ago is told apart from who travelled before. */
export const DASHBOARD_OWED_WEEK_DAYS = 7
export const DASHBOARD_OWED_MONTH_DAYS = 30
/** Journeys under way that one answer of the map tells. */
export const MAP_JOURNEYS_MAX = 500

/** Records that one bulk operation may change. */
export const BULK_MAX_RECORDS = 20_000
/** Records whose deletion one question may be about. */
export const DELETION_PREVIEW_MAX_RECORDS = 50
/** What was done can be taken back from the history for this long. */
export const UNDO_LIFE_H = 24
/** How long it can be looked up what became of long work. */
export const TASKS_KEPT_DAYS = 90
/** Rows that a task deals with before others get their turn, and how long at most. */
export const TASK_SLICE_MAX_ROWS = 100
export const TASK_SLICE_MS = 300
/** Work that is one piece tells how far it is at most this often. */
export const TASK_PROGRESS_EVERY_MS = 300
/** Work that is one piece fails when its process has died this often while doing it. */
export const TASK_ATTEMPTS_MAX = 2
/** Timetables that wait for their turn to be imported, with the one that is. */
export const TIMETABLES_WAITING_MAX = 5
/** Records that an export reads at a time. */
export const EXPORT_PAGE_ROWS = 500
/** Longer lists are exported as a task, which people can leave. */
export const EXPORT_AT_ONCE_MAX_ROWS = 2_000
/** What a task has exported can be had for this long. */
export const EXPORT_FILE_KEPT_H = 24
export const EXPORT_FILE_MAX_BYTES = 512 * 1024 * 1024
/** How long the console waits for the whole of a file that may be large. */
export const FILE_TIMEOUT_MS = 1_800_000
export const IMPORT_FILE_MAX_BYTES = 16 * 1024 * 1024
/** What a spreadsheet may unpack to, all its parts together: a guard against zip bombs. */
export const IMPORT_UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells of a spreadsheet that are read, blank ones and those that no column of an import is among them. */
export const IMPORT_MAX_CELLS = 20_000_000
/** Text that the first sheet of a spreadsheet may hold: one long text may stand in any number of its cells. */
export const IMPORT_TEXT_MAX_CHARS = 32 * 1024 * 1024
/** Memory and time of the thread that reads a spreadsheet; beyond either it is stopped. */
export const IMPORT_READER_MAX_MIB = 512
export const IMPORT_READER_MAX_MS = 20_000
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 100
/** Rows at the beginning of a file that are searched for its headings. */
export const IMPORT_HEADINGS_MAX_ROWS = 10
/** Rows of a file that are shown before it is imported. */
export const IMPORT_PREVIEW_ROWS = 10
/** A file that nobody imported is forgotten after this. */
export const IMPORT_SHEET_KEPT_DAYS = 7

/** Backups of the last days that may be kept, as the company sets it. */
export const BACKUPS_KEPT_MIN = 2
export const BACKUPS_KEPT_MAX = 60
/** Besides, the last backup of each of the latest weeks and months that have one is kept. */
export const BACKUPS_KEPT_WEEKS = 4
export const BACKUPS_KEPT_MONTHS = 12
/** Without a backup for so long administrators are told. */
export const BACKUP_OVERDUE_H = 48
/** A backup of this size or less is restored on trial in memory; a larger one is opened and read to its end. */
export const BACKUP_TRIAL_MAX_BYTES = 32 * 1024 * 1024
/** Times that a backup is begun whose process has died. */
export const BACKUP_TRIES = 3
/** What a process that died has left of a backup is removed once nobody has written to it for so long. */
export const BACKUP_DRAFT_KEPT_H = 24
/** Backups that the settings list. */
export const BACKUPS_LISTED = 100

/** Values shared by several customers that the list of duplicates looks at, of each kind. */
export const DUPLICATE_KEYS_MAX = 1_000
/** Customers that may be the same, as the page of one tells. */
export const LIKELY_SAME_MAX = 5
/** How alike two names have to be, as pg_trgm counts it, from 0 to 1. */
export const NEAR_NAME_SIMILARITY = 0.6
/** Reservations that one merge may move from one customer to another. */
export const MERGE_MAX_RESERVATIONS = 5_000

/** Of the reason of a change, and of what is written beside a usual cause. */
export const REASON_MAX_CHARS = 200
export const NOTE_MAX_CHARS = 150
/** Of a code by which people know a record, at least two. */
export const CODE_MAX_CHARS = 32
