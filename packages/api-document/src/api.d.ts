// Generated from the server's OpenAPI document. A test of the server compares it, and `-u` renews it.

export interface paths {
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one's own account
         * @description For everybody who is signed in; tokens are refused.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/identity-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to link one's own account with the identity provider
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["linkIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/identity-provider/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the link of one's own account with the identity provider; sessions that began there end
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["unlinkIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey to one's own account
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey of one's own; it lets nobody in any more
         * @description For everybody who is signed in; tokens are refused.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Give one's own passkey another name
         * @description For everybody who is signed in; tokens are refused.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/v1/account/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey: with the password, or without one in the ten minutes after signing in
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["startPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password; every other session ends
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up a second factor: answers what an app needs, and asks for nothing yet at sign-in
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["startSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with a code of the app; every other session ends
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes in place of the earlier ones
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/second-factor/turn-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off, with the password and a code
         * @description For everybody who is signed in; tokens are refused.
         */
        post: operations["turnOffSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where one is signed in
         * @description For everybody who is signed in; tokens are refused.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere, or everywhere else
         * @description For everybody who is signed in; tokens are refused.
         */
        delete: operations["endOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of one's own sessions; it is out at its next request
         * @description For everybody who is signed in; tokens are refused.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connections to services
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Add a connection; who adds it is its first administrator. Nothing is sent to the service
         * @description Needs the action `connection`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["addConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the connection to the service: health, capabilities and record types
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of a connection, or take it out of use or into use again; nothing is deleted
         * @description Needs the action `connection`, which the roles admin have; refused where the role is limited to some referrers. Only for signed-in people; tokens are refused.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/api/v1/connections/{connection}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the journal: who did what, when and why
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/activity/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did something, to filter the journal by
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listActivityActors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/activity/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what a filter of the journal matches, newest first, as a table or as JSON lines
         * @description At most 100,000 entries; a filter that matches more is refused.
         *
         *     Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["exportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The isolation alarms that stop the sending of the connection
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/alarms/{alarmId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what a value that another index took too means, with a reason
         * @description Needs the action `settle`, which the roles editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["settleAlarm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/approval-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how many approvals a change of this connection needs
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getApprovalSettings"];
        /**
         * Set how many approvals a change of this connection needs
         * @description Needs the action `connection`, which the roles admin have; refused where the role is limited to some referrers. Only for signed-in people; tokens are refused.
         */
        put: operations["saveApprovalSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/booking-check/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a slot, in test mode, where the service simulates it
         * @description Needs the action `book`, which the roles editor, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["bookAppointment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/booking-check/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a patient, in test mode; nothing is stored
         * @description Needs the action `book`, which the roles editor, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["createPatient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/booking-check/patients/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find patients by name and date of birth, in test mode; nothing is stored
         * @description Needs the action `book`, which the roles editor, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["findPatients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List change sets, newest first
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listChangeSets"];
        put?: never;
        /**
         * Open the caller's draft over several directories: the newest that is still a draft, else a new one
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["openChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a change set
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getChangeSet"];
        put?: never;
        post?: never;
        /**
         * Discard a draft
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        delete: operations["discardChangeSet"];
        options?: never;
        head?: never;
        /**
         * Name a change set, or give it evidence
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        patch: operations["updateChangeSet"];
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a draft, which is sent after five seconds, or send held changes
         * @description A draft needs a reason: in `evidence` here, in the evidence of the change set, or in that of each of its changes.
         *
         *     Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["applyChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the changes in review that one did not stage
         * @description Needs the action `approve`, which the roles approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["approveChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a change set
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listChangesOfSet"];
        put?: never;
        /**
         * Stage changes in several index versions into one draft over them: all or none
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["stageInChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/changes/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one staging: discard what it staged, and stage again the drafts that it replaced
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["undoStaging"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject single changes, with a reason
         * @description Needs the action `approve`, which the roles approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["rejectChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a change set in review a draft again, without its approvals
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["reopenChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what reverting a change set would take back, and what not
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getRevertPreview"];
        put?: never;
        /**
         * Stage what takes back the applied changes of a change set, in a new draft
         * @description Where an override stood before, it is staged again; where none stood, a reset to the value before. A change that a later one stands on, or whose value changed since, is left as it is and named. The changes stay applied until those that take them back are.
         *
         *     Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["revertChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/runbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the steps for making the held changes of a change set by hand
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getRunbookOfChangeSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split changes that were not applied off into a change set of their own
         * @description They keep their state, their approvals and the evidence of the set; both sets name each other. The rest goes on by itself.
         *
         *     Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["splitChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the review of a draft
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["submitChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the application of a change set before it is sent
         * @description Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["undoChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/change-sets/{changeSetId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the changes that were never sent
         * @description Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["withdrawChangeSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/changes/{changeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Discard a draft change
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        delete: operations["discardChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/changes/{changeId}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a held, deferred or failed change again
         * @description Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["sendChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/changes/{changeId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a change whose reply was lost
         * @description Needs the action `settle`, which the roles editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["settleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/changes/{changeId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a change that was never sent
         * @description Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["withdrawChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/creations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the creations of index versions, newest first
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listCreations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/creations/{creationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the creation of an index version
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getCreation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/creations/{creationId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a creation whose reply was lost
         * @description Needs the action `settle`, which the roles editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["settleCreation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes, as server-sent events
         * @description Each `change` event has a `ChangeHint`: what changed, and never a value. `Last-Event-ID` goes on after an event, with nothing missed or repeated; without one, or where that one is no longer seen, a `start` event says that what is shown may be old. The stream ends when the caller is signed out or disabled, or reaches something else than before, which a `rights` event says. Without `Accept: text/event-stream` it ends after what waits already.
         *
         *     Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List index versions
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listIndexVersions"];
        put?: never;
        /**
         * Create an index version in the service
         * @description Needs the action `apply`, which the roles editor, approver, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["createIndexVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an index version
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getIndexVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the label, referrer, notes or policy of an index version, or archive it
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        patch: operations["updateIndexVersion"];
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/booking-check/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a booking depends on, in the standard index and in this index version
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getBookingCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stage changes into the caller's draft of an index, or into a named draft: all or none
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["stageChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a value: keep ours, take base, reset, remove, accept, restore, pin the value as it is, pin or follow
         * @description Needs the action `decide`, which the roles editor, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["decideField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/decisions/{decisionId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one's own decision that took effect at once, within the time to undo
         * @description Needs the action `decide`, which the roles editor, admin have. For people, and for tokens with the scope `apply` whose owner may do it.
         */
        post: operations["undoDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what deleting an index version would do, and what became of it
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getDeletion"];
        put?: never;
        /**
         * Delete an index version in the service, or hold its deletion
         * @description Needs the action `delete`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["deleteIndexVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/deletion/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a held deletion of an index version
         * @description Needs the action `delete`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["sendDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/deletion/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a deletion whose reply was lost, or that was carried out elsewhere
         * @description Needs the action `delete`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["settleDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/deletion/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a held deletion of an index version
         * @description Needs the action `delete`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["withdrawDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the overrides of an index
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listOverrides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/practitioners/{practitionerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a practitioner and its known schedules in an index, compared with another index
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getPractitioner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/records/{type}/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a record of any type of the profile in an index, compared with another index
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/roster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the practitioners or schedules on a roster
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listRoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/roster-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports into a roster, newest first
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listRosterImports"];
        put?: never;
        /**
         * Import a list of ids, or another roster, into a roster
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["createRosterImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/roster/{type}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a record from a roster
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        delete: operations["removeRosterEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/runbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the steps for making the held changes of an index by hand
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getRunbookOfIndexVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/{indexId}/schedules/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule in an index, compared with another index
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adopt an existing index version by its id
         * @description Needs the action `stage`, which the roles editor, admin have; refused where the role is limited to some referrers. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["adoptIndexVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/index-versions/offered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List index versions of the service that are not known here
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have; refused where the role is limited to some referrers. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listOfferedIndexVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the key of a connection once a read with it was answered; calls under way end with the old one
         * @description Needs the action `connection`, which the roles admin have; refused where the role is limited to some referrers. Only for signed-in people; tokens are refused.
         */
        put: operations["rotateConnectionKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/look-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask the service for practitioners and schedules by a number or a text
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["searchService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/page-visits/{visitId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say which page one has open, and see who else has
         * @description Lasts 25 seconds, and is kept nowhere after that. Only who may see the page is named.
         *
         *     Needs the action `visit`, which the roles viewer, editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        put: operations["renewPageVisit"];
        post?: never;
        /**
         * Say that one has left a page
         * @description Needs the action `visit`, which the roles viewer, editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        delete: operations["endPageVisit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plan catalogue
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/plans/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the names of plans from a CSV file
         * @description Needs the action `stage`, which the roles editor, admin have; refused where the role is limited to some referrers. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["importPlans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/practitioners/{practitionerId}/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a practitioner with the standard index in every directory whose roster has them
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getMatrix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/probes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Probe the operations of the service: reads, and writes in the test index if requested in test mode
         * @description Needs the action `probe`, which the roles editor, admin have; refused where the role is limited to some referrers. Only for signed-in people; tokens are refused.
         */
        post: operations["createProbe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the service profile in force, its source and its revisions
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getProfile"];
        /**
         * Save a profile as the newest revision, in force at once; null returns to the profile of the settings
         * @description Needs the action `profile`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        put: operations["saveProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/profile/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a profile and try it on records; nothing is changed
         * @description Needs the action `profile`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["checkProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/profile/revisions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of a revision
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getProfileRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the referrers for whom index versions are made
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listReferrers"];
        put?: never;
        /**
         * Add a referrer
         * @description Needs the action `stage`, which the roles editor, admin have; refused where the role is limited to some referrers. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        post: operations["createReferrer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/referrers/{referrerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a referrer
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getReferrer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name, id, contact or owner of a referrer, or archive it
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        patch: operations["updateReferrer"];
        trace?: never;
    };
    "/api/v1/connections/{connection}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recent calls to the service, without the key and without patients' data
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/roster-imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import with its progress
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getRosterImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/roster-imports/{importId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of an import
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["listRosterImportLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/roster-imports/{importId}/lines/{line}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a line that was bad, missing or failed
         * @description Needs the action `stage`, which the roles editor, admin have. For people, and for tokens with the scope `stage` whose owner may do it.
         */
        put: operations["correctRosterImportLine"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sample roster and plan catalogue of the sandbox
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find index versions, practitioners (by phone too), schedules and change sets
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["searchAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/sending/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let what alarms stopped be sent, once each of them is settled
         * @description Needs the action `settle`, which the roles editor, approver, admin have; refused where the role is limited to some referrers. Only for signed-in people; tokens are refused.
         */
        post: operations["resumeSending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/statements/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find where a statement applies, with the change for each place; nothing is staged
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        post: operations["previewStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the access tokens that are valid
         * @description Needs the action `tokens`, which the roles viewer, editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an access token for programs: to read, stage or apply through this API, or for the gateway
         * @description Needs the action `tokens`, which the roles viewer, editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token
         * @description Needs the action `tokens`, which the roles viewer, editor, approver, admin have. Only for signed-in people; tokens are refused.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{connection}/waiting-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much waits for a person
         * @description Needs the action `read`, which the roles viewer, editor, approver, admin have. For people, and for tokens with the scope `read` whose owner may do it.
         */
        get: operations["getWaitingCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a service before a connection to it is added, with documented reads alone; nothing is kept
         * @description Needs the action `connection`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a password with a one-time link of an administrator, and sign in */
        post: operations["acceptLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everybody with an account, and their roles in the connections that the caller administers
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Invite somebody: the answer has a one-time link to hand over, and no mail is sent
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{personId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a person: out at the next request, and never deleted
         * @description Sessions, tokens, links and sign-ins under way end for good: enabling brings none of them back.
         *
         *     Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["disablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{personId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled person again
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["enablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{personId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new one-time link to enter for the first time or to reset the password, which turns the second factor off; earlier ones end
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        post: operations["createPersonLink"];
        /**
         * Withdraw a person's one-time link
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        delete: operations["withdrawPersonLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{personId}/roles/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a person roles in a connection, in place of those that they have there
         * @description Needs the action `people`, which the roles admin have. Only for signed-in people; tokens are refused.
         */
        put: operations["giveRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in person */
        get: operations["getSession"];
        put?: never;
        /** Sign in; the session is sent in a cookie only */
        post: operations["startSession"];
        /** Sign out */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the second step of signing in: a code of the app, or a recovery code */
        post: operations["startSessionWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/identity-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the identity provider with which people can sign in */
        get: operations["getIdentityProvider"];
        put?: never;
        /** Begin to sign in with the identity provider, or to accept an invitation with it */
        post: operations["authorizeWithIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/identity-provider/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with the answer of the identity provider; the session is sent in a cookie only */
        post: operations["startSessionWithIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey; the session is sent in a cookie only */
        post: operations["startSessionWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in with a passkey */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/set-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the first administrator with the set-up link, and sign in */
        post: operations["setUpConsole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The store and its migrations are ready; the service's health is no part of it */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Acceptance: {
            base: boolean | null;
            effective: boolean | null;
            index: boolean | null;
            override: components["schemas"]["OverrideMark"] | null;
            /** @description Id of a record of the service */
            planId: string;
        };
        Account: {
            email: string;
            id: string;
            /** @description The identity provider, and whether the account is linked with it; null where there is none */
            identityProvider: {
                label: string;
                linked: {
                    /** Format: date-time */
                    lastUsedAt: string;
                    /** Format: date-time */
                    since: string;
                } | null;
            } | null;
            name: string;
            passkeys: {
                /** Format: date-time */
                addedAt: string;
                id: string;
                lastUsedAt: string | null;
                name: string;
            }[];
            /** @description null where the person has no password */
            password: {
                /** Format: date-time */
                changedAt: string;
            } | null;
            /** @description The app whose codes are asked for at sign-in; null where the password is enough */
            secondFactor: {
                recoveryCodesLeft: number;
                /** Format: date-time */
                since: string;
            } | null;
        };
        ActivityActors: {
            /** @description By name; at most 200 */
            items: components["schemas"]["Actor"][];
        };
        ActivityPage: {
            items: components["schemas"]["JournalEntry"][];
            nextCursor: string | null;
            /** @description The record is sealed up to the entry of this number. Null where nothing is sealed yet, and for whoever is limited to some referrers */
            sealedTo: number | null;
            total: number | null;
        };
        Actor: {
            id: string;
            /** @enum {string} */
            kind: "person" | "token" | "console";
            name: string;
        };
        AddConnectionInput: {
            apiKey: string;
            /** @description null for the version that the profile names */
            apiVersion: string | null;
            baseUrl: string;
            /** @enum {string} */
            mode: "test" | "live";
            name: string;
            /** @description A profile that comes with the console, or one in full */
            profile: ("default" | "with-writes") | {
                [key: string]: components["schemas"]["Json"];
            };
            /** @description Calls a minute at most; null for no limit of ours */
            requestBudget: number | null;
            staleAfterHours: number;
            /**
             * @description The name typed once more: needed for a live connection, where what is applied is real
             * @default null
             */
            typedName?: string | null;
        };
        AdoptedIndexVersion: {
            indexVersion: components["schemas"]["IndexVersion"];
            rosterImportId: string | null;
            /** @enum {string} */
            seen: "found" | "could not check";
        };
        AdoptIndexVersionInput: {
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @default null */
            label?: string | null;
            /** @default  */
            notes?: string;
            /** @default null */
            referrer?: components["schemas"]["ReferrerChoice"] | null;
            /** @default  */
            roster?: string;
        };
        Alarm: {
            changes: {
                id: string;
                /** @description Whether its own index has the value: settling makes it `applied`, otherwise `failed` */
                isInIndex: boolean;
            }[];
            changeSetId: string;
            id: string;
            /** @description The index version that the write was sent to */
            index: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
            };
            /** Format: date-time */
            raisedAt: string;
            record: components["schemas"]["RecordKey"];
            recordName: string | null;
            /** @description Null until a person settles it */
            settled: {
                /**
                 * @description `kept`: the value stays in both. `not ours`: somebody else wrote it to the other index. `reset`: the value from before is staged into the caller's draft
                 * @enum {string}
                 */
                answer: "kept" | "not ours" | "reset";
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Actor"];
                reason: string;
            } | null;
            /** @description The other index versions that took the value */
            takenBy: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
            }[];
        };
        AlarmList: {
            items: components["schemas"]["Alarm"][];
            /** @description Also true where an alarm stops it that the caller does not see, being limited to some referrers */
            sendingStopped: boolean;
        };
        ApplyChangeSetInput: {
            /** @default null */
            evidence?: components["schemas"]["Evidence"] | null;
            version: number;
        };
        ApprovalSettings: {
            /** @description Whether the approval of whoever staged a change counts */
            ownCounts: boolean;
            /**
             * @description Whether a change without a reason of its own needs one of its change set
             * @default true
             */
            reasonRequired?: boolean;
            /** @description With 0, applying approves */
            required: number;
        };
        AskedOperation: {
            /** @description The tag of the language whose text it is, such as `pt-BR` */
            element?: string;
            /** @constant */
            op: "set";
            value: components["schemas"]["Json"];
        } | {
            at?: number;
            element: string | components["schemas"]["Phone"];
            /** @constant */
            op: "add";
        } | {
            element: string;
            /** @constant */
            op: "remove";
        } | {
            by: string | components["schemas"]["Phone"];
            element: string;
            /** @constant */
            op: "replace";
        } | {
            fields: {
                [key: string]: components["schemas"]["Json"];
            };
            /** @constant */
            op: "create";
        } | {
            /** @constant */
            op: "delete";
        } | {
            element?: string;
            /** @constant */
            op: "reset";
            /** @description The value of the standard index. If omitted, the last reading is used; another value is refused */
            to?: components["schemas"]["Reading"];
        } | {
            element?: string;
            /** @constant */
            op: "takeBase";
            /** @description The value of the standard index. If omitted, the last reading is used; another value is refused */
            to?: components["schemas"]["Reading"];
        } | {
            element?: string;
            /** @constant */
            op: "pinValue";
            /** @description The value of the standard index. If omitted, the last reading is used; another value is refused */
            to?: components["schemas"]["Reading"];
        };
        AuthorizationAnswerInput: {
            code: string;
            /** @description The issuer, where the provider names it */
            iss?: string;
            state: string;
        };
        AuthorizationInput: {
            invitation?: string;
        };
        AuthorizationRequest: {
            url: string;
        };
        Bookable: {
            bookable: boolean;
            /** @description Why not: in the words of the profile for the service's codes, else as the service has them */
            reasons: string[];
        };
        BookableSide: {
            practitioner: components["schemas"]["Bookable"] | null;
            schedule: components["schemas"]["Bookable"] | null;
        };
        Booking: {
            appointment: {
                id: string;
                startAt: string | null;
                status: string | null;
            };
            /** @constant */
            outcome: "simulated";
        } | {
            /** @constant */
            outcome: "unknown";
            why: string;
        };
        BookingCheck: {
            acceptance: {
                /** @enum {string} */
                base: "listed" | "empty" | "absent" | "not read";
                /** @enum {string} */
                effective: "listed" | "empty" | "absent" | "not read";
                /** @description The record that holds the list, usually the schedule itself */
                heldBy: components["schemas"]["RecordKey"] | null;
                /** @enum {string} */
                index: "listed" | "empty" | "absent" | "not read";
                plans: components["schemas"]["Acceptance"][];
            };
            /** @description Whether there can be bookings at all; where not, the service is not asked for open slots */
            bookable: {
                base: components["schemas"]["BookableSide"];
                here: components["schemas"]["BookableSide"];
            };
            /** @description The live changes behind the overrides */
            changes: components["schemas"]["Change"][];
            index: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
                readOnly: boolean;
            };
            /** @enum {string} */
            mode: "test" | "live";
            /** @description The plans of every plan id in this answer */
            plans: components["schemas"]["Plan"][];
            practitioner: {
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
            } | null;
            range: {
                /** @description Whether the service is asked for this range; if not, its whole list is filtered */
                asked: boolean;
                days: number;
                /** Format: date-time */
                end: string;
                /** Format: date */
                from: string;
                /** Format: date-time */
                start: string;
                timeZone: string;
                /** @description False if the schedule has no readable time zone; UTC is then used */
                timeZoneKnown: boolean;
            };
            requests: components["schemas"]["BookingRequest"][];
            schedule: {
                base: components["schemas"]["ReadingInfo"];
                here: components["schemas"]["ReadingInfo"];
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
                /** @enum {string} */
                presence: "both" | "missing here" | "missing in standard" | "in neither" | "not read";
            };
            slots: {
                base: components["schemas"]["OpenSlots"];
                here: components["schemas"]["OpenSlots"];
            };
        };
        BookingRequest: {
            curl: string | null;
            /** @description One booking request for each duration offered, because the service uses its own unit */
            durationMinutes: number | null;
            /** @enum {string} */
            operation: "findPatients" | "createPatient" | "listOpenSlots" | "readSchedule" | "createAppointment";
        };
        BookInput: {
            /** @description Identifies one attempt: the same request is not sent a second time within 24 hours */
            attemptId: string;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @description Id of a record of the service */
            patientId: string;
            /** @description Id of a record of the service */
            scheduleId: string;
            slot: components["schemas"]["OpenSlot"];
        };
        Capability: {
            /** @enum {string} */
            capability: "documented" | "configured" | "proven" | "stub" | "not there";
            /** @description How the console uses the operation */
            does: string;
            /** @enum {string} */
            group: "reads" | "index versions" | "bookings" | "writes";
            heldChanges: number;
            method: string | null;
            note: string | null;
            operation: string;
            path: string | null;
            /** @description The newest probe that proved it under the profile in force */
            proof: {
                /** Format: date-time */
                at: string;
                checks: string[];
                indexId: string | null;
            } | null;
            title: string;
        };
        Change: {
            /** @description The isolation alarm about this change, which stays unknown until the alarm is settled */
            alarmId: string | null;
            attempt: number;
            baseSeen: components["schemas"]["Reading"] | null;
            /** @description Why it is held, failed, unknown or deferred, in a sentence */
            because: string | null;
            changeSetId: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            evidence: components["schemas"]["Evidence"] | null;
            field: string | null;
            /** @description For a change that was not sent: why it will be held, or cannot be sent from held, in a sentence. Null if the service can take it, or if nothing is to be sent */
            holds: string | null;
            id: string;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            indexName: string;
            kind: ("text" | "word" | "number" | "date" | "boolean" | "choice" | "languages" | "phones" | "set" | "reference" | "bookable" | "json") | null;
            /** @description The names of records that it adds to a set or takes out of it, by id; missing where it names none */
            members?: {
                [key: string]: string;
            };
            operation: components["schemas"]["Operation"];
            order: number | null;
            /** @enum {string} */
            policy: "pin" | "follow";
            /** @description The practitioner whose schedule the record is, according to the roster; null for other records */
            practitioner: {
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
            } | null;
            receipt: components["schemas"]["Receipt"] | null;
            record: components["schemas"]["RecordKey"];
            recordName: string | null;
            requestId: string | null;
            sentAt: string | null;
            /** @enum {string} */
            state: "draft" | "in review" | "approved" | "queued" | "sending" | "applied" | "held" | "failed" | "unknown" | "deferred" | "rejected" | "withdrawn" | "reverted";
            /** Format: date-time */
            updatedAt: string;
            valueBefore: components["schemas"]["Reading"] | null;
            version: number;
            words: components["schemas"]["ServiceWords"] | null;
        };
        ChangePage: {
            items: components["schemas"]["Change"][];
            nextCursor: string | null;
            total: number | null;
        };
        ChangePasswordInput: {
            currentPassword: string;
            newPassword: string;
        };
        ChangeSet: {
            appliedAt: string | null;
            appliedBy: components["schemas"]["Actor"] | null;
            /** @description Who approved changes of it, as they stand */
            approvals: {
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Actor"];
                /** @description How many of its changes */
                changes: number;
            }[];
            /** @description What it changes, counted, such as “phone, 2 plans” */
            contents: string;
            counts: {
                applied: number;
                approved: number;
                deferred: number;
                draft: number;
                failed: number;
                held: number;
                inReview: number;
                other: number;
                queued: number;
                sending: number;
                total: number;
                unknown: number;
                withdrawn: number;
            };
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            /** @description The evidence so far; in a draft, the reason may be empty */
            evidence: components["schemas"]["DraftEvidence"] | null;
            id: string;
            /** @description How many index versions it has changes of */
            indexCount: number;
            /** @description The index version of all its changes; null where there are several */
            indexId: string | null;
            /** @description The name of its directory, or how many it has changes of */
            indexName: string;
            /** @description Whether a person gave the name */
            isNamed: boolean;
            /** @description The name that a person gave it, else one that follows from its content */
            name: string;
            /** @description The change sets that revert it, oldest first */
            revertedBy: string[];
            /** @description The change set that it reverts */
            reverts: string | null;
            /** @description Until this time, the change set can be undone */
            sendAfter: string | null;
            /** @description The change set that it was split off from */
            splitFrom: string | null;
            /** @description The change sets that were split off from it, oldest first */
            splitOff: string[];
            /** @enum {string} */
            state: "draft" | "in review" | "approved" | "queued" | "applying" | "applied" | "partly applied" | "held" | "rejected" | "withdrawn" | "reverted";
            version: number;
        };
        ChangeSetPage: {
            items: components["schemas"]["ChangeSet"][];
            nextCursor: string | null;
            total: number | null;
        };
        ChangeSetVersionInput: {
            version: number;
        };
        CheckedProfile: {
            hash: string | null;
            name: string | null;
            /** @description The problems with their pointers; empty if the profile can be used */
            problems: components["schemas"]["ProfileProblem"][];
            reading: components["schemas"]["ProfileReading"] | null;
            /** @description Fields with overrides or drafts that this profile cannot read or write; saving it needs `acceptsStranded` */
            stranded: components["schemas"]["StrandedField"][];
        };
        CheckProfileInput: {
            /** @description The content of a profile file: validated by the profile's schema; errors name the pointer */
            profile: {
                [key: string]: components["schemas"]["Json"];
            };
            /** @description Records to read with the profile; if omitted, nothing is sent */
            read?: {
                /** @description Id of an index version, such as `idx_standard` */
                indexId?: string;
                /** @description Id of a record of the service */
                practitioner?: string;
                /** @description Id of a record of the service */
                schedule?: string;
            };
        };
        CodeInput: {
            code: string;
        };
        Connection: {
            apiVersion: string;
            baseUrl: string;
            capabilities: components["schemas"]["Capability"][];
            defaultRegion: string;
            /** @description The names of the headers for the API version, the index and the key */
            headers: {
                apiVersion: string;
                credential: string;
                index: string;
            };
            health: components["schemas"]["ConnectionHealth"];
            id: string;
            /**
             * @description What an index version is to the standard index, by the profile: a stand-alone copy, or an overlay whose fields or records follow the standard index until they are first written there
             * @enum {string}
             */
            indexVersions: "copy" | "overlay-by-field" | "overlay-by-record";
            /** @description Whether it is out of use: it can be read, and nothing is sent */
            isArchived: boolean;
            /** @description How the gateway answers for a record that does not exist in the directory */
            missingRecord: {
                code: string;
                status: number;
            };
            /** @enum {string} */
            mode: "test" | "live";
            name: string;
            profile: {
                hash: string;
                name: string;
            };
            recordTypes: components["schemas"]["RecordTypeInfo"][];
            /** @description How the ids of a pasted roster are told apart */
            rosterIds: {
                /** @description By what else than its id the service finds a practitioner or a schedule */
                lookUps: {
                    label: string;
                    /** @enum {string} */
                    match: "exact" | "text";
                    /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                    meaning: string;
                    type: string;
                }[];
                /** @description Prefixes of other ids, with the name of each */
                otherPrefixes: {
                    [key: string]: string;
                };
                practitionerPrefix: string;
                schedulePrefix: string;
            };
            /** @description True if a sample roster and plan catalogue are available */
            samples: boolean;
            /** @description The age in seconds beyond which a reading is called old */
            staleAfterS: number;
            /** @description Id of an index version, such as `idx_standard` */
            standardIndexId: string;
        };
        ConnectionFinding: {
            detail: string;
            /**
             * @description `undecided`: no answer can tell; `held`: changes are held instead of sent
             * @enum {string}
             */
            outcome: "holds" | "fails" | "undecided" | "not-tried" | "held";
            /** @description The entry of the profile that it is about; null for none */
            pointer: string | null;
            title: string;
        };
        ConnectionHealth: {
            detail: string | null;
            lastFailedAt: string | null;
            lastOkAt: string | null;
            /** @enum {string} */
            state: "up" | "slow" | "down" | "paused" | "not tried";
        };
        ConnectionList: {
            items: components["schemas"]["ListedConnection"][];
        };
        ConnectionTest: {
            /** Format: date-time */
            at: string;
            /** @description How many calls were made; all of them documented reads */
            calls: number;
            durationMs: number;
            findings: components["schemas"]["ConnectionFinding"][];
        };
        CorrectRosterImportLineInput: {
            text: string;
        };
        CreatedPatient: {
            /** @constant */
            outcome: "created";
            patient: components["schemas"]["Patient"];
        } | {
            /** @constant */
            outcome: "unknown";
            why: string;
        };
        CreatedToken: {
            secret: string;
            token: components["schemas"]["Token"];
        };
        CreateIndexVersionInput: {
            name: string;
            /** @default  */
            notes?: string;
            /** @default null */
            referrer?: components["schemas"]["ReferrerChoice"] | null;
            /**
             * @description Pasted ids, pairs, links or CSV, one per line
             * @default
             */
            roster?: string;
            /**
             * @default {
             *       "kind": "standard"
             *     }
             */
            startFrom?: {
                /** @constant */
                kind: "standard";
            } | {
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @constant */
                kind: "overrides";
            };
        };
        CreatePatientInput: {
            /** @description Identifies one attempt: the same request is not sent a second time within 24 hours */
            attemptId: string;
            /** Format: date */
            dateOfBirth: string;
            firstName: string;
            /** @description Id of a record of the service */
            insuranceId: string;
            lastName: string;
        };
        CreateProbeInput: {
            /**
             * @description Also write in the test index, and create index versions, a patient and an appointment; in test mode only
             * @default false
             */
            writes?: boolean;
        };
        CreateReferrerInput: {
            /**
             * @description How to reach the referrer
             * @default
             */
            contact?: string;
            /**
             * @description Whether it may have a name that another referrer which the caller sees has; refused with `already_exists` without it
             * @default false
             */
            createAnother?: boolean;
            name: string;
            /**
             * @description Oneself, or somebody whom the caller sees: as an owner, in Activity, or among the people one administers
             * @default null
             */
            ownerId?: string | null;
            /**
             * @description The referrer's own id in the service, where there is one
             * @default null
             */
            practitionerId?: string | null;
        };
        CreateRosterImportInput: {
            /** @constant */
            from: "text";
            /**
             * @default paste
             * @enum {string}
             */
            source?: "paste" | "csv" | "link" | "sample";
            text: string;
        } | {
            /** @constant */
            from: "index";
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
        } | {
            /**
             * @description Reads every record of this roster again, here and in the standard index
             * @constant
             */
            from: "roster";
        };
        CreateTokenInput: {
            /** @default [] */
            allowedOrigins?: components["schemas"]["WebOrigin"][];
            /** @default 90 */
            expiresInDays?: number | null;
            name: string;
            /** @default null */
            referrers?: string[] | null;
            /**
             * @default [
             *       "gateway"
             *     ]
             */
            scopes?: components["schemas"]["TokenScope"][];
        };
        Creation: {
            changeSetId: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            id: string;
            indexId: string | null;
            name: string;
            referrer: components["schemas"]["NamedReferrer"] | null;
            rosterImportId: string | null;
            sentAt: string | null;
            settledAt: string | null;
            /** @description The result of staging the overrides of the directory that it starts from; null until they are staged */
            start: components["schemas"]["CreationStart"] | null;
            /** @enum {string} */
            state: "sending" | "created" | "unknown" | "refused" | "not created" | "abandoned";
            /** @description Why the outcome is unknown or refused, in a sentence */
            why: string | null;
            words: components["schemas"]["ServiceWords"] | null;
        };
        CreationPage: {
            items: components["schemas"]["Creation"][];
            nextCursor: string | null;
            total: number | null;
        };
        CreationStart: {
            from: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
            };
            leftOut: {
                record: components["schemas"]["RecordKey"];
                /** @description The override, in a sentence */
                what: string;
                /** @description Why it was left out, in a sentence */
                why: string;
            }[];
            staged: number;
        };
        Decided: {
            changes: components["schemas"]["Change"][];
            /** @description A hint for the person, such as that the value is now different from base */
            note: string | null;
            /** @enum {string} */
            outcome: "done" | "staged" | "withdrawn" | "undone";
            /** @description The caller's own drafts that it took the place of, as they were */
            replaced: components["schemas"]["Change"][];
            /** @description How long it can be undone, if it took effect at once: keep ours and accept */
            undo: {
                /** @description The number of the decision in the journal */
                decisionId: number;
                /** Format: date-time */
                until: string;
            } | null;
        };
        DecideInput: {
            /** @description The draft to stage into; the caller's own of the index if omitted */
            changeSetId?: string;
            /** @enum {string} */
            decision: "keep ours" | "take base" | "reset to base" | "remove override" | "accept" | "restore" | "pin value" | "pin" | "follow";
            element?: string;
            /** @default null */
            evidence?: components["schemas"]["Evidence"] | null;
            /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
            field: string;
            record: components["schemas"]["RecordKey"];
            /** @description The value that was shown. If it has changed, nothing is decided and the answer is `moved_since_seen`. If omitted, the record is read for this request */
            seen?: components["schemas"]["Seen"];
            /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
            seenDrafts?: string[];
        };
        DeleteIndexVersionInput: {
            /** @description How many live overrides the person was told of */
            liveOverrides: number;
            /** @description The name of the directory, as `DeletionPlan` gives it */
            name: string;
            reason: string;
        };
        Deletion: {
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            id: string;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @description How many live overrides the directory had */
            liveOverrides: number;
            /** @description What the directory was called */
            name: string;
            /** @description Why a person asked for it */
            reason: string;
            receipt: {
                /**
                 * @description How it was seen that the service has it no more
                 * @enum {string}
                 */
                gone: "read" | "list" | "not checked" | "said by a person";
                requestId: string | null;
                status: number | null;
            } | null;
            sentAt: string | null;
            settledAt: string | null;
            /** @enum {string} */
            state: "held" | "sending" | "deleted" | "refused" | "unknown" | "not deleted" | "withdrawn";
            /** @description Why it is held, refused or unknown, in a sentence */
            why: string | null;
            words: components["schemas"]["ServiceWords"] | null;
        };
        DeletionPlan: {
            /** @description False where a deletion would be held */
            canSend: boolean;
            /** @description How it is seen afterwards that it is gone */
            checkedBy: ("read" | "list") | null;
            drafts: number;
            /** @description Those of them that are not in the service */
            held: number;
            latest: components["schemas"]["Deletion"] | null;
            /** @description Live overrides, which its readers would no longer get */
            live: number;
            /** @description The name to confirm it by */
            name: string;
            /** @description Why this index version is never deleted, or not now */
            refused: string | null;
            /** @description The request as curl, with a placeholder for the key */
            request: string | null;
            /** @description The steps for a person who deletes it elsewhere, as Markdown */
            runbook: string;
        };
        DraftEvidence: {
            /** @default  */
            reason?: string;
            /**
             * @description Today or later when a change is applied with it
             * @default null
             */
            reviewBy?: string | null;
            /** @default null */
            source?: string | null;
            /**
             * @description Today or earlier when a change is applied with it
             * @default null
             */
            verifiedOn?: string | null;
        };
        Evidence: {
            reason: string;
            /**
             * @description Today or later when a change is applied with it
             * @default null
             */
            reviewBy?: string | null;
            /** @default null */
            source?: string | null;
            /**
             * @description Today or earlier when a change is applied with it
             * @default null
             */
            verifiedOn?: string | null;
        };
        ExistingReferrer: {
            contact: string;
            id: string;
            name: string;
            practitionerId: string | null;
        };
        FieldComparison: {
            drafts: string[];
            flags: ("held" | "outside" | "redundant" | "pinned" | "following" | "stale" | "absent" | "empty")[];
            /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
            key: string;
            /** @enum {string} */
            kind: "text" | "word" | "number" | "date" | "boolean" | "choice" | "languages" | "phones" | "set" | "reference" | "bookable" | "json";
            override: components["schemas"]["OverrideMark"] | null;
            parts: components["schemas"]["PartComparison"][];
            values: components["schemas"]["Values"];
            verdict: ("same" | "ours" | "base moved" | "conflict" | "differs") | null;
        };
        FieldError: {
            /** @description What is wrong and what would be right */
            detail: string;
            /** @description JSON Pointer into the body, or `?name` of a query parameter */
            pointer: string;
        };
        FindPatientsInput: {
            /** Format: date */
            dateOfBirth: string;
            name: string;
        };
        FoundPatients: {
            items: components["schemas"]["Patient"][];
        };
        GivenRole: {
            /** @default null */
            referrers?: string[] | null;
            role: components["schemas"]["Role"];
        };
        HeldRole: {
            connectionId: string;
            /** @description The referrers that the role is limited to; null for all */
            referrers: string[] | null;
            role: components["schemas"]["Role"];
        };
        IdentityProviderOffer: {
            identityProvider: {
                label: string;
            } | null;
        };
        ImportedPlans: {
            added: number;
            changed: number;
            /** @description All lines that could not be taken */
            problemCount: number;
            /** @description The first 100 lines that could not be taken; a long text is cut */
            problems: {
                detail: string;
                line: number;
                text: string;
            }[];
            unchanged: number;
        };
        ImportPlansInput: {
            /** @description Columns id, payer, plan name, kind; a header line is recognised by `id` */
            csv: string;
        };
        IndexVersion: {
            archivedAt: string | null;
            /** @description As of the last comparison of each record on the roster */
            counts: components["schemas"]["VerdictCounts"];
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            /** @enum {string} */
            defaultPolicy: "leave" | "follow";
            /** @description When it was deleted in the service; its history stays here */
            deletedAt: string | null;
            /** @description Id of an index version, such as `idx_standard` */
            id: string;
            label: string | null;
            lastReadAt: string | null;
            /** @description The name given to the service; null for an adopted index version */
            name: string | null;
            notes: string;
            /** @enum {string} */
            origin: "created" | "adopted" | "standard" | "test";
            overrides: {
                drafts: number;
                held: number;
                live: number;
                overdue: number;
                unknown: number;
            };
            readOnly: boolean;
            referrer: components["schemas"]["NamedReferrer"] | null;
            roster: {
                practitioners: number;
                schedules: number;
                waiting: number;
            };
            version: number;
        };
        IndexVersionPage: {
            items: components["schemas"]["IndexVersion"][];
            nextCursor: string | null;
            pinned: components["schemas"]["IndexVersion"][];
            total: number | null;
        };
        InvitePersonInput: {
            /** Format: email */
            email: string;
            name: string;
            roles: {
                connectionId: string;
                /** @default null */
                referrers?: string[] | null;
                role: components["schemas"]["Role"];
            }[];
        };
        JoinInput: {
            password: string;
            secret: string;
        };
        JournalEntry: {
            /** @description Noun and verb, such as `change-set.apply` */
            action: string;
            actor: components["schemas"]["Actor"];
            /** @description Where the request came from; told to administrators only */
            address: string | null;
            after: components["schemas"]["Json"] | null;
            /** Format: date-time */
            at: string;
            before: components["schemas"]["Json"] | null;
            indexId: string | null;
            /** @description The name of the index version now */
            indexName: string | null;
            /** @description Its number in the sealed record; null until it is sealed, and for whoever is limited to some referrers */
            number: number | null;
            requestId: string | null;
            sentence: string;
            seq: number;
            subject: string;
            why: string | null;
        };
        Json: null | boolean | number | string | unknown[] | Record<string, never>;
        ListedConnection: {
            apiVersion: string;
            /** @description What a change needs: how many people have to approve it, whether its author counts, and a reason */
            approvals: {
                ownCounts: boolean;
                reasonRequired: boolean;
                required: number;
            };
            /** @description Since when it is out of use: it can be read, and nothing is sent */
            archivedAt: string | null;
            baseUrl: string;
            /** @description How many index versions are known, without the standard one */
            directories: number;
            /** @description The API version that is asked for whatever the profile says; null for that of the profile */
            fixedApiVersion: string | null;
            health: components["schemas"]["ConnectionHealth"];
            id: string;
            /** @description Whether the caller may change it */
            isAdministered: boolean;
            /** @description Whether the operator keeps its name, address, key and mode in the settings of the server */
            isFromEnvironment: boolean;
            /** @description The end of the key, and since when it is used; null where the operator keeps it */
            key: {
                lastFour: string;
                /** Format: date-time */
                setAt: string;
            } | null;
            /** @enum {string} */
            mode: "test" | "live";
            name: string;
            profileName: string;
            /** @description How many records were read in the standard index */
            records: number;
            /** @description How many calls a minute are made at most; null for no limit of ours */
            requestBudget: number | null;
            /** @description The age beyond which a reading is called old */
            staleAfterHours: number;
            /** @description Counts its changes; a change names the one that was seen */
            version: number;
        };
        ListedPerson: {
            /** @description Whether groups of the identity provider decide about the roles, at each sign-in with it */
            areRolesFromGroups: boolean;
            disabledAt: string | null;
            disabledBy: components["schemas"]["Actor"] | null;
            email: string;
            /** @description Whether a code is asked for at sign-in, beside the password */
            hasSecondFactor: boolean;
            id: string;
            /** @description Whether the caller administers every connection in which the person has a role, and so may disable or reset */
            isManaged: boolean;
            /** @description The last use of a session that has not ended */
            lastSeenAt: string | null;
            /** @description The one-time link that was made last, while it was neither used nor withdrawn */
            link: {
                /** Format: date-time */
                expiresAt: string;
                /** @enum {string} */
                kind: "invitation" | "reset";
            } | null;
            name: string;
            /** @description In the connections that the caller administers */
            roles: components["schemas"]["ShownRole"][];
            /** @description Changes with the roles of the person in any connection; giving roles names it */
            rolesVersion: string;
            /**
             * @description `invited`: has not entered yet; `disabled`: cannot sign in, and the name stays in the record
             * @enum {string}
             */
            state: "active" | "invited" | "disabled";
            /** @description How the person can sign in; none before an invitation was accepted */
            waysIn: ("password" | "identity-provider" | "passkey")[];
        };
        Liveness: {
            /** @constant */
            status: "up";
        };
        LookUpResults: {
            /** @description What the service was asked by; empty where it cannot be asked by this */
            by: string[];
            /** @description Why the service could not be asked */
            failure: string | null;
            finds: {
                by: string;
                name: string | null;
                /** @description The practitioner on whose page the record is shown */
                practitionerId: string | null;
                record: components["schemas"]["RecordKey"];
            }[];
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @description Whether the service has more than these */
            more: boolean;
        };
        MatrixColumn: {
            index: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
                referrer: string | null;
            };
            /** @description The practitioner, its schedules on this roster, then shared records */
            records: components["schemas"]["MatrixRecord"][];
        };
        MatrixPage: {
            items: components["schemas"]["MatrixColumn"][];
            /** @description The records that sets in this answer name by their ids, apart from plans, with their names */
            members: {
                name: string | null;
                record: components["schemas"]["RecordKey"];
            }[];
            nextCursor: string | null;
            /** @description The plans of every plan id in this answer */
            plans: components["schemas"]["Plan"][];
            practitioner: {
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
            };
            /** @description The records in the standard index, with all their fields; on the first page only */
            standard: components["schemas"]["MatrixRecord"][] | null;
            total: number | null;
        };
        MatrixRecord: {
            /** @description Why the last attempt to read it failed, in a sentence */
            failed: string | null;
            fetchedAt: string | null;
            fields: components["schemas"]["FieldComparison"][];
            /** @description Fields with overrides or drafts that the service profile no longer has */
            lost: string[];
            name: string | null;
            onRoster: boolean;
            /** @enum {string} */
            presence: "both" | "missing here" | "missing in standard" | "in neither" | "not read";
            record: components["schemas"]["RecordKey"];
            stale: boolean;
        };
        NamedReferrer: {
            id: string;
            name: string;
            /** @description The referrer's own id in the service, where there is one */
            practitionerId: string | null;
        };
        NewPasskeyInput: {
            attestation: string;
            clientData: string;
            credentialId: string;
            name: string;
            transports: string[];
        };
        OfferedIndexVersions: {
            /** @description Why the service could not be asked, in a sentence */
            failure: string | null;
            items: {
                id: string;
                name: string | null;
            }[];
            /**
             * @description not listed: the profile has no operation for it; failed: the service did not answer with a list
             * @enum {string}
             */
            state: "listed" | "not listed" | "failed";
            /** @description How many there are; at most 200 are among the items */
            total: number;
        };
        OpenSlot: {
            durationMinutes: number;
            startAt: string;
        };
        OpenSlots: {
            items: components["schemas"]["OpenSlot"][];
            /** @description How many slots the service listed outside the range; they are left out */
            outsideRange: number;
            /** @constant */
            state: "read";
        } | {
            /** @description Null if the service was not asked: the profile cannot list them, there is no schedule, or it cannot be booked */
            code: ("invalid_request" | "not_signed_in" | "invalid_token" | "sign_in_failed" | "too_many_attempts" | "set_up_done" | "forbidden" | "insufficient_scope" | "cross_site" | "not_found" | "gone" | "method_not_allowed" | "conflict" | "version_mismatch" | "moved_since_seen" | "wrong_state" | "already_exists" | "outcome_unknown" | "standard_index_read_only" | "cannot_encode" | "body_too_large" | "unsupported_media_type" | "identity_provider_unreachable" | "service_unreachable" | "service_timeout" | "service_refused" | "service_answer_invalid" | "service_paused" | "store_unavailable" | "store_full" | "store_read_only" | "internal") | null;
            detail: string;
            /** @constant */
            state: "not read";
            words: components["schemas"]["ServiceWords"] | null;
        };
        Operation: {
            /** @description The tag of the language whose text it is, such as `pt-BR` */
            element?: string;
            /** @constant */
            op: "set";
            value: components["schemas"]["Json"];
        } | {
            at?: number;
            element: string | components["schemas"]["Phone"];
            /** @constant */
            op: "add";
        } | {
            element: string;
            /** @constant */
            op: "remove";
        } | {
            by: string | components["schemas"]["Phone"];
            element: string;
            /** @constant */
            op: "replace";
        } | {
            fields: {
                [key: string]: components["schemas"]["Json"];
            };
            /** @constant */
            op: "create";
        } | {
            /** @constant */
            op: "delete";
        } | {
            element?: string;
            /** @constant */
            op: "reset";
            to: components["schemas"]["Reading"];
        } | {
            element?: string;
            /** @constant */
            op: "takeBase";
            to: components["schemas"]["Reading"];
        } | {
            element?: string;
            /** @constant */
            op: "pinValue";
            to: components["schemas"]["Reading"];
        };
        OtherVisitors: {
            people: {
                id: string;
                name: string;
            }[];
        };
        Override: {
            /** @description The value of the standard index as last read; null if it was not read */
            base: components["schemas"]["Reading"] | null;
            change: components["schemas"]["Change"];
            /** @description The elements of a set or phones that it decides; empty for the whole field */
            elements: string[];
            field: string | null;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            kind: ("text" | "word" | "number" | "date" | "boolean" | "choice" | "languages" | "phones" | "set" | "reference" | "bookable" | "json") | null;
            /** @enum {string} */
            policy: "pin" | "follow";
            /** @description The practitioner itself, or the one of the schedule */
            practitionerId: string | null;
            record: components["schemas"]["RecordKey"];
            recordName: string | null;
            reviewBy: string | null;
        };
        OverrideMark: {
            changeId: string;
            /** @enum {string} */
            policy: "pin" | "follow";
            /** @enum {string} */
            state: "draft" | "in review" | "approved" | "queued" | "sending" | "applied" | "held" | "failed" | "unknown" | "deferred" | "rejected" | "withdrawn" | "reverted";
        };
        OverridePage: {
            items: components["schemas"]["Override"][];
            nextCursor: string | null;
            total: number | null;
        };
        OwnPasswordInput: {
            password: string;
        };
        OwnSession: {
            address: string | null;
            id: string;
            /** @description Whether this request is made with it */
            isThis: boolean;
            /**
             * Format: date-time
             * @description To the hour
             */
            lastUsedAt: string;
            /** Format: date-time */
            startedAt: string;
            userAgent: string | null;
        };
        OwnSessionList: {
            items: components["schemas"]["OwnSession"][];
        };
        PageVisitInput: {
            page: components["schemas"]["VisitedPage"];
        };
        PartComparison: {
            drafts: string[];
            flags: ("held" | "outside" | "redundant" | "pinned" | "following" | "stale" | "absent" | "empty")[];
            key: string;
            override: components["schemas"]["OverrideMark"] | null;
            parts: components["schemas"]["PartComparison"][];
            values: components["schemas"]["Values"];
            verdict: ("same" | "ours" | "base moved" | "conflict" | "differs") | null;
        };
        PasskeyOptions: {
            publicKey: {
                [key: string]: unknown;
            };
        };
        PasskeyProofInput: {
            authenticatorData: string;
            clientData: string;
            credentialId: string;
            signature: string;
        };
        PasskeyStartInput: {
            password?: string;
        };
        PasswordAndCodeInput: {
            code: string;
            password: string;
        };
        PastDecision: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Actor"];
            /** @enum {string} */
            decision: "keep ours" | "accept";
            element: string | null;
            /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
            field: string;
            reason: string | null;
            record: components["schemas"]["RecordKey"];
        };
        Patient: {
            dateOfBirth: string | null;
            firstName: string | null;
            id: string;
            insuranceId: string | null;
            lastName: string | null;
        };
        PeoplePage: {
            counts: {
                active: number;
                disabled: number;
                invited: number;
            };
            items: components["schemas"]["ListedPerson"][];
            nextCursor: string | null;
            total: number | null;
        };
        Person: {
            email: string;
            id: string;
            name: string;
            roles: components["schemas"]["HeldRole"][];
        };
        PersonLink: {
            /** Format: date-time */
            expiresAt: string;
            /** @enum {string} */
            kind: "invitation" | "reset";
            person: components["schemas"]["ListedPerson"];
            /** @description Belongs behind `/join#` in the address of the console */
            secret: string;
        };
        Phone: {
            /** @default null */
            extension?: string | null;
            /** @default null */
            label?: string | null;
            number: string;
        };
        Plan: {
            /** @description Id of a record of the service */
            id: string;
            kind: string | null;
            name: string | null;
            payer: string | null;
            /** @enum {string} */
            source: "csv" | "seen" | "profile";
        };
        PlanPage: {
            items: components["schemas"]["Plan"][];
            nextCursor: string | null;
            total: number | null;
        };
        PractitionerView: {
            against: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
            };
            /** @description Live changes and drafts on these records, with evidence */
            changes: components["schemas"]["Change"][];
            /** @description The last 50 decisions about these records that kept ours or accepted an outside value, newest first */
            decisions: components["schemas"]["PastDecision"][];
            draft: {
                changes: number;
                changeSetId: string;
                /** @description What the whole draft changes, counted */
                contents: string;
                isNamed: boolean;
                name: string;
                version: number;
            } | null;
            index: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
                readOnly: boolean;
            };
            /** @description The records that sets in this answer name by their ids, apart from plans, with their names */
            members: {
                name: string | null;
                record: components["schemas"]["RecordKey"];
            }[];
            /** @description The plans of every plan id in this answer */
            plans: components["schemas"]["Plan"][];
            practitioner: components["schemas"]["RecordView"];
            /** @description Records that the practitioner or its schedules refer to for some of their values, such as a place with the phones */
            related: components["schemas"]["RelatedRecord"][];
            /** @description Null when the practitioner is not on this roster */
            roster: {
                /** Format: date-time */
                addedAt: string;
                addedBy: string;
                nextId: string | null;
                position: number;
                previousId: string | null;
                source: string;
                total: number;
            } | null;
            schedules: components["schemas"]["RecordView"][];
            /** @description The last 50 withdrawn changes on these records, newest first */
            withdrawn: {
                /** Format: date-time */
                at: string;
                /** @description Who withdrew it */
                by: components["schemas"]["Actor"];
                change: components["schemas"]["Change"];
            }[];
        };
        Probe: {
            /** Format: date-time */
            at: string;
            checks: components["schemas"]["ProbeCheck"][];
            /** @description The index that was written to */
            indexId: string | null;
            /** @description What the run created and could not remove */
            left: string[];
            /** @description Operations that work as the profile describes */
            proven: string[];
            subjects: {
                practitioner: string | null;
                schedule: string | null;
            };
            writes: boolean;
        };
        ProbeCheck: {
            about: string;
            /** @description What was found, or why the check could not be made */
            detail: string;
            id: string;
            sentence: string;
            /** @enum {string} */
            status: "holds" | "does-not-hold" | "not-testable";
        };
        Problem: {
            /** @enum {string} */
            code: "invalid_request" | "not_signed_in" | "invalid_token" | "sign_in_failed" | "too_many_attempts" | "set_up_done" | "forbidden" | "insufficient_scope" | "cross_site" | "not_found" | "gone" | "method_not_allowed" | "conflict" | "version_mismatch" | "moved_since_seen" | "wrong_state" | "already_exists" | "outcome_unknown" | "standard_index_read_only" | "cannot_encode" | "body_too_large" | "unsupported_media_type" | "identity_provider_unreachable" | "service_unreachable" | "service_timeout" | "service_refused" | "service_answer_invalid" | "service_paused" | "store_unavailable" | "store_full" | "store_read_only" | "internal";
            detail: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description With code `already_exists` about the name of a referrer: those of this name that the caller sees, at most 20; choose one by its id, or repeat the request with `createAnother` */
            existing?: components["schemas"]["ExistingReferrer"][];
            /** @description With code `gone`: the address that took the place of this one */
            movedTo?: string;
            requestId: string;
            service?: components["schemas"]["ServiceWords"];
            status: number;
            title: string;
            type: string;
        };
        ProfileInForce: {
            /** @description The content of a profile file: validated by the profile's schema; errors name the pointer */
            content: {
                [key: string]: components["schemas"]["Json"];
            };
            hash: string;
            /** @description True when SERVICE_PROFILE names a file */
            isGivenInSettings: boolean;
            name: string;
            /** @description The newest revision; 0 if none was saved */
            revision: number;
            /** @description Newest first, the last 100 */
            revisions: components["schemas"]["ProfileRevision"][];
            /** @description The profiles shipped with the console, as starting points */
            shipped: {
                /** @description The content of a profile file: validated by the profile's schema; errors name the pointer */
                content: {
                    [key: string]: components["schemas"]["Json"];
                };
                name: string;
            }[];
            /** @enum {string} */
            source: "saved" | "settings" | "shipped";
        };
        ProfileProblem: {
            message: string;
            pointer: string;
        };
        ProfileReading: {
            calls: {
                method: string;
                path: string;
                status: number | null;
            }[];
            indexId: string | null;
            meanings: {
                detail: string;
                kind: string;
                meaning: string;
                owner: string;
                pointer: string;
                samples: {
                    decoded: components["schemas"]["Json"];
                    id: string;
                    raw: components["schemas"]["Json"];
                }[];
                /** @enum {string} */
                status: "found" | "absent" | "misfit" | "not-read";
                type: string;
            }[];
            notTried: string[];
            problems: components["schemas"]["ProfileProblem"][];
            unnamed: {
                pointer: string;
                sample: string;
                type: string;
            }[];
        };
        ProfileRevision: {
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            hash: string;
            /** @description True for a return to the profile of the settings */
            isOfSettings: boolean;
            name: string;
            number: number;
            why: string | null;
        };
        Readiness: {
            parts: {
                migrations: {
                    /** @description What troubles the store; null for all else */
                    code: ("store_unavailable" | "store_full" | "store_read_only") | null;
                    detail: string | null;
                    ready: boolean;
                };
                store: {
                    /** @description What troubles the store; null for all else */
                    code: ("store_unavailable" | "store_full" | "store_read_only") | null;
                    detail: string | null;
                    ready: boolean;
                };
            };
            ready: boolean;
        };
        Reading: {
            value: components["schemas"]["Json"];
        } | {
            /** @constant */
            absent: true;
        };
        ReadingInfo: {
            contentHash: string | null;
            /** @description The same request as a command, with a placeholder for the key */
            curl: string;
            durationMs: number | null;
            failed: {
                code: string;
                detail: string;
                words: components["schemas"]["ServiceWords"] | null;
            } | null;
            fetchedAt: string | null;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            method: string;
            path: string;
            requestId: string | null;
            stale: boolean;
            /** @enum {string} */
            state: "found" | "missing" | "not read";
            status: number | null;
        };
        Receipt: {
            asWanted: boolean;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            base: "unmoved" | "moved on its own" | "took our value" | "not read";
            baseHash: string | null;
            /** @description True when the value was found in the index and not sent by us */
            foundNotSent: boolean;
            intended: components["schemas"]["Reading"];
            /** @description True when nothing had to be sent, because the index already had the value that was pinned */
            nothingSent: boolean;
            readBack: components["schemas"]["Reading"] | null;
            requestId: string | null;
            sibling: {
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @enum {string} */
                moved: "unmoved" | "moved on its own" | "took our value" | "not read";
            } | null;
        };
        RecordComparison: {
            counts: components["schemas"]["VerdictCounts"];
            /** @description Staged creations and deletions of the record itself */
            drafts: string[];
            fields: components["schemas"]["FieldComparison"][];
            flags: ("held" | "outside" | "redundant" | "pinned" | "following" | "stale" | "absent" | "empty")[];
            /** @enum {string} */
            presence: "both" | "missing here" | "missing in standard" | "in neither" | "not read";
            record: components["schemas"]["RecordKey"];
            verdict: ("same" | "ours" | "base moved" | "conflict" | "differs") | null;
        };
        RecordKey: {
            /** @description Id of a record of the service */
            id: string;
            type: string;
        };
        RecordTypeInfo: {
            /** @description Meanings that are made of others, such as a name of its parts: shown, never compared or changed */
            composed: {
                /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                key: string;
                label: string;
                parts: {
                    /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                    field: string;
                    /** @description Whether the record itself holds the part, rather than one it refers to */
                    isOwn: boolean;
                    /** @description The type of the record that holds the part */
                    type: string;
                }[];
                /** @description The text with its parts in braces */
                template: string;
            }[];
            /** @description What a new record must have, and what it has where the creation says nothing */
            creation: {
                defaults: {
                    [key: string]: components["schemas"]["Json"];
                };
                required: string[];
            };
            meanings: {
                /** @description The values of a choice as the service spells them, with their words; null for other kinds */
                choices: {
                    value: string | number | boolean;
                    words: string;
                }[] | null;
                /** @description The type of the record that holds the value, usually this one */
                heldBy: string;
                /** @description Whether the service keeps one phone, or one member of a set, where others keep a list */
                holdsOne: boolean;
                /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                key: string;
                /** @enum {string} */
                kind: "text" | "word" | "number" | "date" | "boolean" | "choice" | "languages" | "phones" | "set" | "reference" | "bookable" | "json";
                /** @description Its name, with a capital letter */
                label: string;
                /** @description The same as it is written inside a sentence */
                labelInSentence: string;
                /** @description What a phone can have besides its number; null for other kinds */
                phoneParts: {
                    extension: boolean;
                    /**
                     * @description How a number is written to the service
                     * @enum {string}
                     */
                    format: "as-typed" | "e164" | "national" | "international" | "digits";
                    label: boolean;
                } | null;
                /** @description What numbers it can be, both ends included; null for other kinds */
                range: {
                    max: number | null;
                    min: number | null;
                    whole: boolean;
                } | null;
                /** @description The type of the record that a reference names */
                refersTo: string | null;
                /** @description What the members of a set are; null for other kinds */
                setContent: components["schemas"]["SetContent"] | null;
                /** @description Whether it can be written on a record of this type; a field of another record is written there */
                writable: boolean;
            }[];
            type: string;
        };
        RecordView: {
            against: components["schemas"]["ReadingInfo"];
            /** @description Whether it can be booked in this index, by what the record says itself; null where it or the profile does not say */
            bookable: components["schemas"]["Bookable"] | null;
            comparison: components["schemas"]["RecordComparison"];
            here: components["schemas"]["ReadingInfo"];
            /** @description Fields with overrides or drafts that the service profile no longer has; they are not read */
            lost: string[];
            name: string | null;
            original: {
                /** Format: date-time */
                fetchedAt: string;
                /** @enum {string} */
                provenance: "observed" | "presumed";
            } | null;
            raw: {
                against: components["schemas"]["Json"] | null;
                /** @description The record as the gateway serves it */
                effective: components["schemas"]["Json"] | null;
                here: components["schemas"]["Json"] | null;
                /** @description Pointers that the profile leaves out of verdicts */
                ignored: string[];
            } | null;
            record: components["schemas"]["RecordKey"];
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        Referrer: {
            archivedAt: string | null;
            contact: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            id: string;
            /** @description How many index versions are made for it, without archived ones */
            indexVersions: number;
            name: string;
            /** @description The person who looks after it */
            owner: {
                id: string;
                name: string;
            } | null;
            /** @description The referrer's own id in the service, where there is one */
            practitionerId: string | null;
            version: number;
        };
        ReferrerChoice: {
            id: string;
        } | {
            /**
             * @description Whether it may have a name that another referrer which the caller sees has; refused with `already_exists` without it
             * @default false
             */
            createAnother?: boolean;
            name: string;
            /**
             * @description The referrer's own id in the service, where there is one
             * @default null
             */
            practitionerId?: string | null;
        };
        ReferrerPage: {
            items: components["schemas"]["Referrer"][];
            nextCursor: string | null;
            total: number | null;
        };
        RejectChangesInput: {
            changeIds: string[];
            reason: string;
            version: number;
        };
        RelatedRecord: {
            against: components["schemas"]["ReadingInfo"];
            /** @description Whether it can be booked in this index, by what the record says itself; null where it or the profile does not say */
            bookable: components["schemas"]["Bookable"] | null;
            comparison: components["schemas"]["RecordComparison"];
            here: components["schemas"]["ReadingInfo"];
            /** @description The fields of practitioners or schedules whose values this record holds, and their names */
            holds: {
                /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                as: string;
                /** @description A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`) */
                field: string;
                type: string;
            }[];
            /** @description Fields with overrides or drafts that the service profile no longer has; they are not read */
            lost: string[];
            name: string | null;
            original: {
                /** Format: date-time */
                fetchedAt: string;
                /** @enum {string} */
                provenance: "observed" | "presumed";
            } | null;
            raw: {
                against: components["schemas"]["Json"] | null;
                /** @description The record as the gateway serves it */
                effective: components["schemas"]["Json"] | null;
                here: components["schemas"]["Json"] | null;
                /** @description Pointers that the profile leaves out of verdicts */
                ignored: string[];
            } | null;
            record: components["schemas"]["RecordKey"];
            /** @description At most 50 of them, by name */
            usedBy: {
                name: string | null;
                practitioner: {
                    /** @description Id of a record of the service */
                    id: string;
                    name: string | null;
                } | null;
                record: components["schemas"]["RecordKey"];
            }[];
            usedByTotal: number;
        };
        RenamePasskeyInput: {
            name: string;
        };
        RequestCause: {
            /** @description The console's own request or run that the call belongs to */
            id: string | null;
            /** @enum {string} */
            kind: "person" | "token" | "work" | "gateway" | "probe";
            /** @description The name of the person or of the token, the kind of background work, or the name of the gateway's token */
            name: string;
        };
        RequestPage: {
            items: components["schemas"]["ServiceRequest"][];
            nextCursor: string | null;
            total: number | null;
        };
        RevertedChangeSet: {
            changeSet: components["schemas"]["ChangeSet"];
            /** @description The first 200 of them */
            leftOut: {
                change: components["schemas"]["Change"];
                /** @description The later change that stands on it, or the one that reverts it already */
                standing: {
                    changeId: string;
                    changeSetId: string;
                } | null;
                /** @description Why it is not reverted, in a sentence */
                why: string;
            }[];
            /** @description How many are left as they are */
            leftOutCount: number;
            /** @description How many of its changes are reverted */
            reverted: number;
        };
        RevertPreview: {
            /** @description The first 200 of them */
            leftOut: {
                change: components["schemas"]["Change"];
                /** @description The later change that stands on it, or the one that reverts it already */
                standing: {
                    changeId: string;
                    changeSetId: string;
                } | null;
                /** @description Why it is not reverted, in a sentence */
                why: string;
            }[];
            /** @description How many are left as they are */
            leftOutCount: number;
            /** @description How many of its changes are reverted */
            reverted: number;
        };
        /** @enum {string} */
        Role: "viewer" | "editor" | "approver" | "admin";
        RolesInput: {
            roles: components["schemas"]["GivenRole"][];
            /** @description That of the person whose roles were seen; refused if they changed since */
            rolesVersion: string;
        };
        RosterEntry: {
            /** Format: date-time */
            addedAt: string;
            addedBy: components["schemas"]["Actor"];
            /** @description Whether it can be booked, by what the record said when it was last read; null where it or the profile does not say */
            bookable: components["schemas"]["Bookable"] | null;
            /** @description Of a practitioner with its schedules; null before the first comparison */
            counts: components["schemas"]["VerdictCounts"] | null;
            lastSeenAt: string | null;
            /** @description The change that creates or deletes the record */
            life: {
                changeId: string;
                /** @enum {string} */
                op: "create" | "delete";
                /** @enum {string} */
                state: "draft" | "in review" | "approved" | "queued" | "sending" | "applied" | "held" | "failed" | "unknown" | "deferred" | "rejected" | "withdrawn" | "reverted";
            } | null;
            name: string | null;
            practitioner: {
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
            } | null;
            record: components["schemas"]["RecordKey"];
            /** @description Known schedules of a practitioner; null for a schedule */
            schedules: number | null;
            /** @enum {string} */
            source: "paste" | "csv" | "link" | "followed" | "copied" | "created" | "sample";
            sourceDetail: string | null;
            /** @enum {string} */
            state: "waiting" | "found" | "missing" | "failed";
            /** @description Why it is missing or failed */
            words: string | null;
        };
        RosterImport: {
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            finishedAt: string | null;
            /** @description Where its lines come from: `roster` reads the roster itself again; null for older imports */
            from: ("text" | "index" | "roster") | null;
            id: string;
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            lines: {
                bad: number;
                failed: number;
                found: number;
                missing: number;
                repeat: number;
                total: number;
                waiting: number;
            };
            records: {
                practitioners: number;
                read: number;
                schedules: number;
            };
            /** @enum {string} */
            state: "running" | "done";
        };
        RosterImportLine: {
            line: number;
            practitionerId: string | null;
            record: components["schemas"]["RecordKey"] | null;
            /** @enum {string} */
            state: "waiting" | "found" | "missing" | "failed" | "repeat" | "bad";
            text: string;
            /** @description What is wrong and what would be right */
            words: string | null;
        };
        RosterImportLinePage: {
            items: components["schemas"]["RosterImportLine"][];
            nextCursor: string | null;
            total: number | null;
        };
        RosterImportPage: {
            items: components["schemas"]["RosterImport"][];
            nextCursor: string | null;
            total: number | null;
        };
        RosterPage: {
            items: components["schemas"]["RosterEntry"][];
            nextCursor: string | null;
            total: number | null;
        };
        RotateKeyInput: {
            apiKey: string;
            /**
             * @description Takes the key although the service could not be asked about it
             * @default false
             */
            untested?: boolean;
            version: number;
        };
        Runbook: {
            /** @description Null where the steps are of several index versions */
            indexId: string | null;
            indexName: string;
            nextCursor: string | null;
            steps: {
                changeIds: string[];
                /** @description A request to the service that shows whether the step is done */
                check: string;
                evidence: components["schemas"]["Evidence"] | null;
                field: string | null;
                from: components["schemas"]["Reading"] | null;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                indexName: string;
                number: number;
                record: components["schemas"]["RecordKey"];
                recordName: string | null;
                title: string;
                to: components["schemas"]["Reading"] | null;
            }[];
            /** @description The same as Markdown; the texts of all pages, joined, are the whole runbook */
            text: string;
            /** @description The number of steps on all pages */
            total: number;
        };
        Samples: {
            plans: string;
            roster: string;
        };
        SaveProfileInput: {
            /**
             * @description True to save the profile although it lacks fields that have overrides or drafts
             * @default false
             */
            acceptsStranded?: boolean;
            /** @description null for a return to the profile of the settings */
            profile: {
                [key: string]: components["schemas"]["Json"];
            } | null;
            /** @description The newest revision when the editing began */
            revision: number;
            /** @default null */
            why?: string | null;
        };
        SearchResults: {
            changeSets: {
                id: string;
                name: string;
                state: string;
            }[];
            indexVersions: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
                referrer: string | null;
                referrerPractitionerId: string | null;
            }[];
            practitioners: {
                /** @description At most eight of the directories that have it, by name */
                directories: {
                    /** @description Id of an index version, such as `idx_standard` */
                    indexId: string;
                    indexName: string;
                }[];
                /** @description The number of directories that have it */
                directoryCount: number;
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
                /** @description The phone that was searched for, as spelled; null if found by name or id */
                phone: string | null;
            }[];
            /** @description Records of other types, such as a place that schedules share, each in one directory that has it */
            related: {
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                indexName: string;
                name: string | null;
                /** @description The practitioner on whose page the record is shown */
                practitionerId: string | null;
                record: components["schemas"]["RecordKey"];
            }[];
            schedules: {
                /** @description At most eight of the directories that have it, by name */
                directories: {
                    /** @description Id of an index version, such as `idx_standard` */
                    indexId: string;
                    indexName: string;
                }[];
                /** @description The number of directories that have it */
                directoryCount: number;
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
                practitionerId: string | null;
            }[];
        };
        SecondFactorStart: {
            secret: string;
            uri: string;
        };
        SecondStep: {
            /** @constant */
            next: "code";
        };
        Seen: {
            base: components["schemas"]["Reading"] | null;
            /** @description The value in the index, which `accept` and `restore` refer to */
            index?: components["schemas"]["Reading"] | null;
        };
        SendDeletionInput: {
            /** @description How many live overrides the person was told of */
            liveOverrides: number;
        };
        ServiceDetail: {
            code: string | null;
            /** @description What the service says it is about, in its own spelling */
            field: string | null;
            words: string | null;
        };
        ServiceRequest: {
            /** Format: date-time */
            at: string;
            attempt: number;
            /** @description 1, or the number of dropped calls if the outcome is `not-kept` */
            calls: number;
            cause: components["schemas"]["RequestCause"];
            /** @description The request as a command, with placeholders for the key and the body */
            curl: string;
            durationMs: number;
            /** @description The index that the request named; null where it named none */
            indexId: string | null;
            method: string;
            /** @description Where the record that refers to this one was read, when that was another index only */
            mixed: {
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                path: string;
            } | null;
            /** @description The profile's operation; null for a path that it does not know */
            operation: string | null;
            /**
             * @description How it ended; `key-echoed`: the answer contained the key of the service and was not used; `refused`: the console refused it and sent nothing; `not-kept`: one line for calls that were not logged
             * @enum {string}
             */
            outcome: "answered" | "connection" | "timeout" | "too-large" | "key-echoed" | "aborted" | "paused" | "refused" | "not-kept";
            /** @description Path and query as sent, with patients' data masked */
            path: string;
            /** @description Whether a call of this operation has a body, which is never logged */
            sendsBody: boolean;
            seq: number;
            serviceRequestId: string | null;
            status: number | null;
        };
        ServiceWords: {
            code: string | null;
            /** @description Every single reason that the service listed, at most 20; missing where it listed none */
            details?: components["schemas"]["ServiceDetail"][];
            message: string | null;
            requestId: string | null;
            status: number | null;
        };
        Session: {
            person: components["schemas"]["Person"] | null;
            setUpNeeded: boolean;
        };
        /** @description Plans of the catalogue, words that stand for themselves, or ids of records of a type */
        SetContent: ("plans" | "words") | {
            recordsOf: string;
        };
        SettleAlarmInput: {
            /**
             * @description `kept`: the value stays in both. `not ours`: somebody else wrote it to the other index. `reset`: the value from before is staged into the caller's draft
             * @enum {string}
             */
            answer: "kept" | "not ours" | "reset";
            reason: string;
        };
        SettleChangeInput: {
            /** @enum {string} */
            as: "read" | "applied" | "not applied";
            /** @description The id that the service assigned; required when a creation is settled as applied */
            recordId?: string;
            /**
             * @description With `not applied`: send the same change once more, in place of this one
             * @default false
             */
            sendAgain?: boolean;
        };
        SettleCreationInput: {
            /** @constant */
            as: "adopted";
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
        } | {
            /** @constant */
            as: "not created";
        } | {
            /** @constant */
            as: "abandoned";
        };
        SettledAlarm: {
            alarm: components["schemas"]["Alarm"];
            /** @description The draft into which the resets were staged; null where none were */
            draftId: string | null;
        };
        SettleDeletionInput: {
            /** @enum {string} */
            as: "deleted" | "not deleted";
        };
        SetUpInput: {
            /** Format: email */
            email: string;
            name: string;
            password: string;
            setUpToken: string;
        };
        ShownRole: {
            connectionId: string;
            /** @description The referrers that the role is limited to; null for all */
            referrers: {
                id: string;
                name: string;
            }[] | null;
            role: components["schemas"]["Role"];
        };
        SignInInput: {
            /** Format: email */
            email: string;
            password: string;
        };
        SplitChangeSet: {
            changeSet: components["schemas"]["ChangeSet"];
            splitOff: components["schemas"]["ChangeSet"];
        };
        SplitChangeSetInput: {
            changeIds: string[];
            version: number;
        };
        StageChange: {
            /** @description True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has */
            asItStands?: boolean;
            /** @default null */
            evidence?: components["schemas"]["Evidence"] | null;
            /** @description Omitted for create and delete */
            field?: string;
            operation: components["schemas"]["AskedOperation"];
            /**
             * @default pin
             * @enum {string}
             */
            policy?: "pin" | "follow";
            record: components["schemas"]["RecordKey"];
            /** @description The standard value that was shown. A later change of it is reported. If omitted, it is read for this request */
            seen?: {
                base: components["schemas"]["Reading"] | null;
                /** @description The value of the index version that was shown. If given, the answer is `moved_since_seen` where it or the standard value is another one by now */
                index?: components["schemas"]["Reading"] | null;
            };
            /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
            seenDrafts?: string[];
        };
        StageChangesInput: {
            changes: components["schemas"]["StageChange"][];
            changeSetId?: string;
        };
        StageInSetInput: {
            changes: {
                /** @description True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has */
                asItStands?: boolean;
                /** @default null */
                evidence?: components["schemas"]["Evidence"] | null;
                /** @description Omitted for create and delete */
                field?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                operation: components["schemas"]["AskedOperation"];
                /**
                 * @default pin
                 * @enum {string}
                 */
                policy?: "pin" | "follow";
                record: components["schemas"]["RecordKey"];
                /** @description The standard value that was shown. A later change of it is reported. If omitted, it is read for this request */
                seen?: {
                    base: components["schemas"]["Reading"] | null;
                    /** @description The value of the index version that was shown. If given, the answer is `moved_since_seen` where it or the standard value is another one by now */
                    index?: components["schemas"]["Reading"] | null;
                };
                /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
                seenDrafts?: string[];
            }[];
        };
        StatementFact: {
            insteadOf: {
                /** @default null */
                extension?: string | null;
                number: string;
            };
            /** @constant */
            kind: "phone";
            number: {
                /** @default null */
                extension?: string | null;
                number: string;
            };
        } | {
            /** @description Whether schedules accept it from now on, or no longer */
            accepted: boolean;
            /** @constant */
            kind: "plan";
            planId: string;
        } | {
            /** @description A meaning of practitioners whose value is a text, such as `displayName` */
            field: string;
            /** @constant */
            kind: "name";
            value: string;
        };
        StatementFinding: {
            /** @description What to stage, with the values that were shown; null if there is nothing */
            change: {
                /** @description True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has */
                asItStands?: boolean;
                /** @default null */
                evidence?: components["schemas"]["Evidence"] | null;
                /** @description Omitted for create and delete */
                field?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                operation: components["schemas"]["AskedOperation"];
                /**
                 * @default pin
                 * @enum {string}
                 */
                policy?: "pin" | "follow";
                record: components["schemas"]["RecordKey"];
                /** @description The standard value that was shown. A later change of it is reported. If omitted, it is read for this request */
                seen?: {
                    base: components["schemas"]["Reading"] | null;
                    /** @description The value of the index version that was shown. If given, the answer is `moved_since_seen` where it or the standard value is another one by now */
                    index?: components["schemas"]["Reading"] | null;
                };
                /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
                seenDrafts?: string[];
            } | null;
            /** @description The position of the fact in the statement */
            fact: number;
            fetchedAt: string | null;
            field: string | null;
            flags: ("held" | "outside" | "redundant" | "pinned" | "following" | "stale" | "absent" | "empty")[];
            /** @description Whether a draft changes it */
            isStaged: boolean;
            /** @description The same for a number with another extension: the new number with the extension that the entry has */
            keepingExtension: {
                /** @description True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has */
                asItStands?: boolean;
                /** @default null */
                evidence?: components["schemas"]["Evidence"] | null;
                /** @description Omitted for create and delete */
                field?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                operation: components["schemas"]["AskedOperation"];
                /**
                 * @default pin
                 * @enum {string}
                 */
                policy?: "pin" | "follow";
                record: components["schemas"]["RecordKey"];
                /** @description The standard value that was shown. A later change of it is reported. If omitted, it is read for this request */
                seen?: {
                    base: components["schemas"]["Reading"] | null;
                    /** @description The value of the index version that was shown. If given, the answer is `moved_since_seen` where it or the standard value is another one by now */
                    index?: components["schemas"]["Reading"] | null;
                };
                /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
                seenDrafts?: string[];
            } | null;
            leftOut: ("says so already" | "ours" | "outside" | "conflict" | "differs" | "other extension" | "not there" | "not read" | "no schedule known" | "not writable") | null;
            /** @description What the directory says now; null if it was not read */
            now: components["schemas"]["Reading"] | null;
            record: components["schemas"]["RecordKey"];
            recordName: string | null;
            /** @description What the standard index says now; null if it was not read */
            standard: components["schemas"]["Reading"] | null;
            /** @description Whether it is taken over unless somebody says otherwise */
            ticked: boolean;
            verdict: ("same" | "ours" | "base moved" | "conflict" | "differs") | null;
        };
        StatementPlace: {
            /** @description When the oldest of its readings was made */
            fetchedAt: string | null;
            findings: components["schemas"]["StatementFinding"][];
            index: {
                /** @description Id of an index version, such as `idx_standard` */
                id: string;
                name: string;
                referrer: string | null;
            };
            practitioner: {
                /** @description Id of a record of the service */
                id: string;
                name: string | null;
            };
            stale: boolean;
        };
        StatementPreview: {
            items: components["schemas"]["StatementPlace"][];
            nextCursor: string | null;
            /** @description The plans of the statement */
            plans: components["schemas"]["Plan"][];
            total: number | null;
            /** @description Ids of the scope that are on no roster; on the first page only */
            unknownIds: string[];
        };
        StatementPreviewInput: {
            cursor?: string;
            facts: components["schemas"]["StatementFact"][];
            /** @default 50 */
            limit?: number;
            /**
             * @description The age in seconds above which a record is read again; 0 reads it now
             * @default 31536000
             */
            maxAge?: number;
            scope: components["schemas"]["StatementScope"];
        };
        StatementScope: {
            /** @description All directories if omitted */
            indexIds?: string[];
            practitionerIds?: string[];
            /** @description Finds practitioners by their name, id or phone number, and by the name or id of a schedule or of another record of the roster */
            q?: string;
            referrerIds?: string[];
        };
        StoredProfile: {
            /** @description The content of a profile file: validated by the profile's schema; errors name the pointer */
            content: {
                [key: string]: components["schemas"]["Json"];
            };
            revision: number;
        };
        StrandedField: {
            /** @description Overrides that are in the service */
            applied: number;
            detail: string;
            drafts: number;
            /** @description Null if the profile lacks the whole record type */
            field: string | null;
            /** @description Overrides that are not in the service; the gateway answers 502 for their records */
            held: number;
            type: string;
        };
        TestConnectionInput: {
            apiKey: string;
            /** @description null for the version that the profile names */
            apiVersion: string | null;
            baseUrl: string;
            /** @enum {string} */
            mode: "test" | "live";
            /** @description A practitioner that the test reads */
            practitioner?: string;
            /** @description A profile that comes with the console, or one in full */
            profile: ("default" | "with-writes") | {
                [key: string]: components["schemas"]["Json"];
            };
            /** @description A schedule that the test reads */
            schedule?: string;
        };
        Token: {
            /** @description The origins of pages that may call the API with it */
            allowedOrigins: string[];
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            id: string;
            lastFour: string;
            lastUsedAt: string | null;
            name: string;
            owner: {
                id: string;
                name: string;
            } | null;
            /** @description The referrers that it is limited to; null for all that its owner may see */
            referrers: {
                id: string;
                name: string;
            }[] | null;
            scopes: components["schemas"]["TokenScope"][];
        };
        TokenList: {
            items: components["schemas"]["Token"][];
        };
        /**
         * @description `read`: read everything; `stage`: stage changes, and keep rosters and plans; `apply`: apply, withdraw and decide, and create index versions; `gateway`: read the gateway
         * @enum {string}
         */
        TokenScope: "read" | "stage" | "apply" | "gateway";
        UndoStagingInput: {
            /** @description The drafts to stage again, oldest first */
            replaced: {
                /** @description True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has */
                asItStands?: boolean;
                /** @default null */
                evidence?: components["schemas"]["Evidence"] | null;
                /** @description Omitted for create and delete */
                field?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                operation: components["schemas"]["AskedOperation"];
                /**
                 * @default pin
                 * @enum {string}
                 */
                policy?: "pin" | "follow";
                record: components["schemas"]["RecordKey"];
                /** @description The standard value that was shown. A later change of it is reported. If omitted, it is read for this request */
                seen?: {
                    base: components["schemas"]["Reading"] | null;
                    /** @description The value of the index version that was shown. If given, the answer is `moved_since_seen` where it or the standard value is another one by now */
                    index?: components["schemas"]["Reading"] | null;
                };
                /** @description The caller's own drafts that were shown. A draft that is not among them is not replaced: the answer is `moved_since_seen`. If omitted, any is replaced */
                seenDrafts?: string[];
            }[];
            /** @description The drafts to discard. If one of them is no longer there, it is refused */
            staged: string[];
        };
        UpdateChangeSetInput: {
            evidence?: components["schemas"]["DraftEvidence"] | null;
            name?: string;
            version: number;
        };
        UpdateConnectionInput: {
            /**
             * @description The key of the service: needed with another base address, where the kept one is never sent
             * @default null
             */
            apiKey?: string | null;
            /** @description null for the version that the profile names */
            apiVersion?: string | null;
            /** @description true takes it out of use, false into use again; nothing is deleted */
            archived?: boolean;
            baseUrl?: string;
            /** @enum {string} */
            mode?: "test" | "live";
            name?: string;
            /** @description Calls a minute at most; null for no limit of ours */
            requestBudget?: number | null;
            staleAfterHours?: number;
            /**
             * @description The name typed once more: needed for a live connection, where what is applied is real
             * @default null
             */
            typedName?: string | null;
            version: number;
        };
        UpdateIndexVersionInput: {
            archived?: boolean;
            /** @enum {string} */
            defaultPolicy?: "leave" | "follow";
            label?: string | null;
            notes?: string;
            referrer?: components["schemas"]["ReferrerChoice"] | null;
            /** @description The version that was edited; if it has changed in the meantime, the answer is version_mismatch */
            version: number;
        };
        UpdateReferrerInput: {
            archived?: boolean;
            /** @description How to reach the referrer */
            contact?: string;
            /** @description Whether it may have a name that another referrer which the caller sees has; refused with `already_exists` without it */
            createAnother?: boolean;
            name?: string;
            /** @description Oneself, or somebody whom the caller sees: as an owner, in Activity, or among the people one administers */
            ownerId?: string | null;
            /** @description The referrer's own id in the service, where there is one */
            practitionerId?: string | null;
            /** @description The version that was edited; if it has changed in the meantime, the answer is version_mismatch */
            version: number;
            /** @description Whether to archive it though it has directories that are not archived; refused with `wrong_state` without it */
            withDirectories?: boolean;
        };
        Values: {
            base: components["schemas"]["Reading"] | null;
            baseline: components["schemas"]["Reading"] | null;
            effective: components["schemas"]["Reading"] | null;
            index: components["schemas"]["Reading"] | null;
            known: components["schemas"]["Reading"] | null;
            original: components["schemas"]["Reading"] | null;
            preview: components["schemas"]["Reading"] | null;
            wanted: components["schemas"]["Reading"] | null;
        };
        VerdictCounts: {
            "base moved": number;
            conflict: number;
            differs: number;
            drafts: number;
            held: number;
            ours: number;
            outside: number;
            same: number;
        };
        VisitedPage: {
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @constant */
            kind: "directory";
        } | {
            /** @description Id of an index version, such as `idx_standard` */
            indexId: string;
            /** @constant */
            kind: "practitioner";
            /** @description Id of a record of the service */
            practitionerId: string;
        } | {
            changeSetId: string;
            /** @constant */
            kind: "change set";
        };
        WaitingCounts: {
            /** @description Isolation alarms that stop the sending */
            alarms: number;
            /** @description Fields in conflict, as of the last comparison, in directories that are not archived */
            conflicts: number;
            /** @description Creations of index versions whose outcome is not known */
            creations: number;
            /** @description Changes that are held */
            held: number;
            /** @description Live overrides whose evidence should have been reviewed before today */
            overdue: number;
            /** @description Changes whose outcome is not known */
            unknown: number;
        };
        WebOrigin: string;
    };
    responses: {
        /** @description Problem with code `already_exists` */
        AlreadyExists: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists";
                };
            };
        };
        /** @description Problem with code `already_exists` or `moved_since_seen` or `version_mismatch` or `wrong_state` */
        AlreadyExistsOrMovedSinceSeenOrVersionMismatchOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists" | "moved_since_seen" | "version_mismatch" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `already_exists` or `moved_since_seen` or `wrong_state` */
        AlreadyExistsOrMovedSinceSeenOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists" | "moved_since_seen" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `already_exists` or `outcome_unknown` or `wrong_state` */
        AlreadyExistsOrOutcomeUnknownOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists" | "outcome_unknown" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `already_exists` or `version_mismatch` or `wrong_state` */
        AlreadyExistsOrVersionMismatchOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists" | "version_mismatch" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `already_exists` or `wrong_state` */
        AlreadyExistsOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_exists" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `body_too_large` */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "body_too_large";
                };
            };
        };
        /** @description Problem with code `cannot_encode` */
        CannotEncode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "cannot_encode";
                };
            };
        };
        /** @description Problem with code `conflict` */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "conflict";
                };
            };
        };
        /** @description Problem with code `conflict` or `version_mismatch` or `wrong_state` */
        ConflictOrVersionMismatchOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "conflict" | "version_mismatch" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `cross_site` */
        CrossSite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "cross_site";
                };
            };
        };
        /** @description Problem with code `cross_site` or `forbidden` */
        CrossSiteOrForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "cross_site" | "forbidden";
                };
            };
        };
        /** @description Problem with code `cross_site` or `forbidden` or `insufficient_scope` */
        CrossSiteOrForbiddenOrInsufficientScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "cross_site" | "forbidden" | "insufficient_scope";
                };
            };
        };
        /** @description Problem with code `cross_site` or `forbidden` or `insufficient_scope` or `standard_index_read_only` */
        CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "cross_site" | "forbidden" | "insufficient_scope" | "standard_index_read_only";
                };
            };
        };
        /** @description Problem with code `forbidden` */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "forbidden";
                };
            };
        };
        /** @description Problem with code `forbidden` or `insufficient_scope` */
        ForbiddenOrInsufficientScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "forbidden" | "insufficient_scope";
                };
            };
        };
        /** @description Problem with code `identity_provider_unreachable` */
        IdentityProviderUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "identity_provider_unreachable";
                };
            };
        };
        /** @description Problem with code `internal` */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "internal";
                };
            };
        };
        /** @description Problem with code `invalid_request` */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "invalid_request";
                };
            };
        };
        /** @description Problem with code `invalid_token` or `not_signed_in` */
        InvalidTokenOrNotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "invalid_token" | "not_signed_in";
                };
            };
        };
        /** @description Problem with code `invalid_token` or `not_signed_in` or `sign_in_failed` */
        InvalidTokenOrNotSignedInOrSignInFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "invalid_token" | "not_signed_in" | "sign_in_failed";
                };
            };
        };
        /** @description Problem with code `moved_since_seen` or `wrong_state` */
        MovedSinceSeenOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "moved_since_seen" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `not_found` */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "not_found";
                };
            };
        };
        /** @description Problem with code `outcome_unknown` or `wrong_state` */
        OutcomeUnknownOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "outcome_unknown" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `service_answer_invalid` or `service_refused` or `service_unreachable` */
        ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_answer_invalid" | "service_refused" | "service_unreachable";
                };
            };
        };
        /** @description Problem with code `service_paused` or `store_full` or `store_read_only` or `store_unavailable` */
        ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_paused" | "store_full" | "store_read_only" | "store_unavailable";
                };
            };
        };
        /** @description Problem with code `service_refused` */
        ServiceRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_refused";
                };
            };
        };
        /** @description Problem with code `service_refused` or `service_unreachable` */
        ServiceRefusedOrServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_refused" | "service_unreachable";
                };
            };
        };
        /** @description Problem with code `service_timeout` */
        ServiceTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_timeout";
                };
            };
        };
        /** @description Problem with code `service_unreachable` */
        ServiceUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "service_unreachable";
                };
            };
        };
        /** @description Problem with code `set_up_done` */
        SetUpDone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "set_up_done";
                };
            };
        };
        /** @description Problem with code `sign_in_failed` */
        SignInFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "sign_in_failed";
                };
            };
        };
        /** @description Problem with code `store_full` or `store_read_only` or `store_unavailable` */
        StoreFullOrStoreReadOnlyOrStoreUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "store_full" | "store_read_only" | "store_unavailable";
                };
            };
        };
        /** @description Problem with code `too_many_attempts` */
        TooManyAttempts: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "too_many_attempts";
                };
            };
        };
        /** @description Problem with code `unsupported_media_type` */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "unsupported_media_type";
                };
            };
        };
        /** @description Problem with code `version_mismatch` or `wrong_state` */
        VersionMismatchOrWrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "version_mismatch" | "wrong_state";
                };
            };
        };
        /** @description Problem with code `wrong_state` */
        WrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "wrong_state";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    linkIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordInput"];
            };
        };
        responses: {
            /** @description Where to sign in at the provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationRequest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedInOrSignInFailed"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            502: components["responses"]["IdentityProviderUnreachable"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    unlinkIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordInput"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskeyInput"];
            };
        };
        responses: {
            /** @description The account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["AlreadyExistsOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePasskeyInput"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyStartInput"];
            };
        };
        responses: {
            /** @description What the browser needs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordInput"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordInput"];
            };
        };
        responses: {
            /** @description What an app needs, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorStart"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeInput"];
            };
        };
        responses: {
            /** @description The recovery codes, shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordAndCodeInput"];
            };
        };
        responses: {
            /** @description The recovery codes, shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    turnOffSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordAndCodeInput"];
            };
        };
        responses: {
            /** @description Turned off */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions, the last used first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    endOwnSessions: {
        parameters: {
            query?: {
                /** @description `this`: the session of this request goes on */
                keep?: "this" | "none";
            };
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connections, without their keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    addConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddConnectionInput"];
            };
        };
        responses: {
            /** @description The connection, without its key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, without its key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionInput"];
            };
        };
        responses: {
            /** @description The connection, without its key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description An action, or its noun for all actions of it */
                action?: string;
                /** @description Id of the person, token or part of the console that did it */
                actorId?: string;
                cursor?: string;
                /** @description Of this day (UTC) or later */
                from?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId?: string;
                limit?: number;
                /** @description Text of names, values, reasons and ids, whatever its case */
                q?: string;
                /** @description What happened to this record, and to changes of it */
                recordId?: string;
                subject?: string;
                /** @description Of this day (UTC) or earlier */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listActivityActors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description People, tokens and parts of the console, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityActors"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    exportActivity: {
        parameters: {
            query?: {
                /** @description An action, or its noun for all actions of it */
                action?: string;
                /** @description Id of the person, token or part of the console that did it */
                actorId?: string;
                /** @description A table, or one entry as JSON a line */
                format?: "csv" | "jsonl";
                /** @description Of this day (UTC) or later */
                from?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId?: string;
                /** @description Text of names, values, reasons and ids, whatever its case */
                q?: string;
                /** @description What happened to this record, and to changes of it */
                recordId?: string;
                subject?: string;
                /** @description Of this day (UTC) or earlier */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file: CSV of UTF-8 whose cells are no formulas, or a `JournalEntry` a line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first; those that the caller sees */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    settleAlarm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                alarmId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleAlarmInput"];
            };
        };
        responses: {
            /** @description The alarm; sending stays stopped until it is resumed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledAlarm"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrMovedSinceSeenOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotEncode"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    getApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    saveApprovalSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalSettings"];
            };
        };
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    bookAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookInput"];
            };
        };
        responses: {
            /** @description Booked, as a simulation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description Sent once; the outcome is not known */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OutcomeUnknownOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    createPatient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePatientInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPatient"];
                };
            };
            /** @description Sent once; the outcome is not known */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPatient"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["OutcomeUnknownOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    findPatients: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindPatientsInput"];
            };
        };
        responses: {
            /** @description The patients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPatients"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    listChangeSets: {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId?: string;
                limit?: number;
                state?: "draft" | "in review" | "approved" | "queued" | "applying" | "applied" | "partly applied" | "held" | "rejected" | "withdrawn" | "reverted";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; when filtered by state it may be short and still have a next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSetPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    openChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft, to be named where changes are staged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getChangeSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    discardChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discarded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    updateChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateChangeSetInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    applyChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyChangeSetInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    approveChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listChangesOfSet: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                state?: "draft" | "in review" | "approved" | "queued" | "sending" | "applied" | "held" | "failed" | "unknown" | "deferred" | "rejected" | "withdrawn" | "reverted";
            };
            header?: never;
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, in the order in which they were staged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    stageInChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StageInSetInput"];
            };
        };
        responses: {
            /** @description The draft, and what was staged; what would change nothing is left out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Change"][];
                        changeSet: components["schemas"]["ChangeSet"];
                        /** @description The positions in the request of changes that were left out because they would change nothing */
                        dropped: number[];
                        /** @description The caller's own drafts that it took the place of, as they were */
                        replaced: components["schemas"]["Change"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrMovedSinceSeenOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotEncode"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    undoStaging: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoStagingInput"];
            };
        };
        responses: {
            /** @description The draft, and what was staged again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Change"][];
                        changeSet: components["schemas"]["ChangeSet"];
                        /** @description The positions in the request of changes that were left out because they would change nothing */
                        dropped: number[];
                        /** @description The caller's own drafts that it took the place of, as they were */
                        replaced: components["schemas"]["Change"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrMovedSinceSeenOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotEncode"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    rejectChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectChangesInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    reopenChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getRevertPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By what was last read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    revertChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The new draft, and what was left out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertedChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    getRunbookOfChangeSet: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the steps, and the same as Markdown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runbook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    splitChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitChangeSetInput"];
            };
        };
        responses: {
            /** @description What is left, and what was split off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SplitChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    submitChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    undoChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The change set: approved again if somebody had approved it, else a draft, or held if it was held before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    withdrawChangeSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeSetId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSetVersionInput"];
            };
        };
        responses: {
            /** @description The change set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSet"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    discardChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discarded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    sendChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change, or the copy that is sent in place of a failed one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    settleChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleChangeInput"];
            };
        };
        responses: {
            /** @description The change; with `read`, it is settled as soon as the service answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    withdrawChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                changeId: string;
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listCreations: {
        parameters: {
            query?: {
                /** @description Only the one whose overrides were staged in this change set */
                changeSetId?: string;
                cursor?: string;
                limit?: number;
                /** @description 1: only those with an unknown outcome */
                open?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreationPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getCreation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                creationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The creation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Creation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    settleCreation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                creationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleCreationInput"];
            };
        };
        responses: {
            /** @description Settled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Creation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listIndexVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Search text for name, label, referrer or id */
                q?: string;
                sort?: "need" | "name" | "recent" | "roster" | "overrides";
                state?: "active" | "archived";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of index versions, with the standard and the test index */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexVersionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createIndexVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIndexVersionInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Creation"];
                };
            };
            /** @description Requested; the reply was lost, and a person or the list of the service has to settle it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Creation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrOutcomeUnknownOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    getIndexVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    updateIndexVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIndexVersionInput"];
            };
        };
        responses: {
            /** @description The updated index version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getBookingCheck: {
        parameters: {
            query?: {
                days?: number;
                /** @description The first day, in the time zone of the schedule; today if omitted */
                from?: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @description Id of a record of the service */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted insurances, open slots and the requests of the procedure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    stageChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StageChangesInput"];
            };
        };
        responses: {
            /** @description The draft, and what was staged; what would change nothing is left out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["Change"][];
                        changeSet: components["schemas"]["ChangeSet"];
                        /** @description The positions in the request of changes that were left out because they would change nothing */
                        dropped: number[];
                        /** @description The caller's own drafts that it took the place of, as they were */
                        replaced: components["schemas"]["Change"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrMovedSinceSeenOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotEncode"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    decideField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideInput"];
            };
        };
        responses: {
            /** @description The result of the decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScopeOrStandardIndexReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrMovedSinceSeenOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotEncode"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    undoDecision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description The number of the decision in the journal */
                decisionId: number;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value is as it was before the decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan, with the latest deletion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionPlan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    deleteIndexVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteIndexVersionInput"];
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description Held, or requested without a reply */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["MovedSinceSeenOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    sendDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendDeletionInput"];
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description Held, or requested without a reply */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["MovedSinceSeenOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    settleDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleDeletionInput"];
            };
        };
        responses: {
            /** @description Settled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    withdrawDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listOverrides: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                state?: "applied" | "held" | "unknown" | "sending" | "deferred";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, by record and field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverridePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getPractitioner: {
        parameters: {
            query?: {
                /** @description The standard index if omitted */
                against?: string;
                /** @description The age in seconds above which a record is read again; 0 reads it now */
                maxAge?: number | null;
                /** @description 1 adds the raw records */
                raw?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @description Id of a record of the service */
                practitionerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the practitioner page and the compare view show */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PractitionerView"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getRecord: {
        parameters: {
            query?: {
                /** @description The standard index if omitted */
                against?: string;
                /** @description The age in seconds above which a record is read again; 0 reads it now */
                maxAge?: number | null;
                /** @description 1 adds the raw records */
                raw?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @description Id of a record of the service */
                recordId: string;
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordView"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listRoster: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Search text for names and ids */
                q?: string;
                sort?: "name" | "need" | "added";
                state?: "waiting" | "found" | "missing" | "failed";
                type?: "practitioner" | "schedule";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listRosterImports: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterImportPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createRosterImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRosterImportInput"];
            };
        };
        responses: {
            /** @description Accepted; each id is read in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterImport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    removeRosterEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of a record of the service */
                id: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getRunbookOfIndexVersion: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the steps, and the same as Markdown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runbook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: {
                /** @description The standard index if omitted */
                against?: string;
                /** @description The age in seconds above which a record is read again; 0 reads it now */
                maxAge?: number | null;
                /** @description 1 adds the raw records */
                raw?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of an index version, such as `idx_standard` */
                indexId: string;
                /** @description Id of a record of the service */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordView"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    adoptIndexVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdoptIndexVersionInput"];
            };
        };
        responses: {
            /** @description Adopted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdoptedIndexVersion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceRefused"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listOfferedIndexVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service lists beside those that are known here */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferedIndexVersions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    rotateConnectionKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeyInput"];
            };
        };
        responses: {
            /** @description The connection, without its key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceUnreachable"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    searchService: {
        parameters: {
            query: {
                /** @description The index version to look in; the standard index without it */
                indexId?: string;
                q: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the service finds, at most ten by each field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookUpResults"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    renewPageVisit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Chosen by who visits: one for each page that is open */
                visitId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageVisitInput"];
            };
        };
        responses: {
            /** @description Who else has it open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtherVisitors"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    endPageVisit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Chosen by who visits: one for each page that is open */
                visitId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Left */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Search text for payer, name, kind or id */
                q?: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, by payer and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    importPlans: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPlansInput"];
            };
        };
        responses: {
            /** @description The imported plans, and the lines that could not be imported */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedPlans"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getMatrix: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description The age in seconds above which a record is read again, as of the first page; 0 reads all of them now */
                maxAge?: number | null;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                /** @description Id of a record of the service */
                practitionerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The referrer matrix, a page of directories at a time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatrixPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createProbe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProbeInput"];
            };
        };
        responses: {
            /** @description The checks with their results, and the operations that are proven */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile; the newest saved revision takes precedence over SERVICE_PROFILE */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileInForce"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    saveProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveProfileInput"];
            };
        };
        responses: {
            /** @description The profile that is now in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileInForce"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    checkProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckProfileInput"];
            };
        };
        responses: {
            /** @description The problems of the profile, and what each meaning found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedProfile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["ServiceAnswerInvalidOrServiceRefusedOrServiceUnreachable"];
            503: components["responses"]["ServicePausedOrStoreFullOrStoreReadOnlyOrStoreUnavailable"];
            504: components["responses"]["ServiceTimeout"];
        };
    };
    getProfileRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredProfile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listReferrers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Search text for name or practitioner id */
                q?: string;
                state?: "active" | "archived";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferrerPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createReferrer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReferrerInput"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referrer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getReferrer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                referrerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The referrer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referrer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    updateReferrer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                referrerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReferrerInput"];
            };
        };
        responses: {
            /** @description The referrer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referrer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrVersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                cause?: "person" | "token" | "work" | "gateway" | "probe";
                cursor?: string;
                indexId?: "none" | string;
                limit?: number;
                /** @description Part of the path */
                path?: string;
                status?: ("ok" | "failed" | "no-answer" | "refused" | "mixed") | string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first; about the last 10,000 calls are kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getRosterImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterImport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listRosterImportLines: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                state?: "waiting" | "found" | "missing" | "failed" | "repeat" | "bad";
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, in the order of the lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterImportLinePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    correctRosterImportLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                importId: string;
                line: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectRosterImportLineInput"];
            };
        };
        responses: {
            /** @description The corrected line, which is read again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RosterImportLine"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getSamples: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Two CSV files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Samples"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    searchAll: {
        parameters: {
            query: {
                /** @description Id of an index version, such as `idx_standard` */
                indexId?: string;
                q: string;
            };
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most eight of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    resumeSending: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alarms that stop the sending: none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    previewStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementPreviewInput"];
            };
        };
        responses: {
            /** @description The places, a page at a time, by practitioner and directory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, newest first; never their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTokenInput"];
            };
        };
        responses: {
            /** @description The token with its secret, which is shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getWaitingCounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, from `GET /api/v1/connections` */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of what the caller sees */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingCounts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["ForbiddenOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestConnectionInput"];
            };
        };
        responses: {
            /** @description What was found, and what was not tried */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    acceptLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinInput"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSiteOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["Json"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Search text for name or e-mail address */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeoplePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePersonInput"];
            };
        };
        responses: {
            /** @description The link, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    disablePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedPerson"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    enablePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedPerson"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    createPersonLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    withdrawPersonLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    giveRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path: {
                connectionId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolesInput"];
            };
        };
        responses: {
            /** @description The person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedPerson"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidTokenOrNotSignedIn"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["VersionMismatchOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, or null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInInput"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The password is right, and a code is needed too */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondStep"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out, or nobody was signed in */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startSessionWithCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeInput"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["CrossSite"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, or null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderOffer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    authorizeWithIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationInput"];
            };
        };
        responses: {
            /** @description Where to sign in at the provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationRequest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            502: components["responses"]["IdentityProviderUnreachable"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startSessionWithIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationAnswerInput"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["CrossSiteOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AlreadyExistsOrWrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            502: components["responses"]["IdentityProviderUnreachable"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startSessionWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyProofInput"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser needs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    setUpConsole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required with a session: pages of other sites cannot send this header. Not with a token. */
                "X-Directory-Console"?: "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUpInput"];
            };
        };
        responses: {
            /** @description Created and signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSiteOrForbidden"];
            409: components["responses"]["SetUpDone"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["Internal"];
            503: components["responses"]["StoreFullOrStoreReadOnlyOrStoreUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Not ready; says which part */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
}
