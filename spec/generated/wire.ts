// Made by spec/generate.ts. Change the YAML, then run it again.
export interface paths {
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Newest first. Items never carry `idv`; retrieve a session to read it. Paging and order are our choice.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Create a session
         * @description Starts a verification, with the applicant inline if known. Unknown and mis-cased fields are refused rather than dropped, because a dropped date of birth is noticed too late. `workflow_template_id`, `applicant_id`, the status 201 and the wrapping in `data` are our choice. Live mode drops `expected_outcome` unread.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a session
         * @description The session with its `idv` object, which exists only after an identity check ran. The fields beyond `id`, `status`, `idv` and `metadata` are our choice.
         */
        get: operations["retrieveSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a session
         * @description Ends an open session without a verdict and announces `kyc.session.cancelled`; one that waits for its reviewer is no longer open. Takes no body. Path and answer are our choice.
         */
        post: operations["cancelSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the invitation again
         * @description Mails the hosted link to the applicant once more; in test mode the mail is only listed in the e-mail log. An applicant without an e-mail address can't be mailed, which is a 422. Takes no body. Our choice.
         */
        post: operations["resendSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note
         * @description Keeps a remark for reviewers beside the session. Works on a finished session too, since a note changes nothing about it. Our choice.
         */
        post: operations["addSessionNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/skip_step": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a step
         * @description The applicant no longer has to do this step; when it was the last one, the session goes on to its verdict, or to review where no check is left that could give one. Needs a scope of its own, since a check then did not happen. Our choice.
         */
        post: operations["skipSessionStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/browser_token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a browser token
         * @description Called by the backend, which hands the token to the SDK from an endpoint of its own. Each call gives a fresh token for the same session and starts no new one; older tokens live on until they expire. Takes no body. A token of a session that has ended reads that it is over, and changes nothing. The status and the lifetime of 10 minutes are our choice.
         */
        post: operations["createBrowserToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/client_token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a client token
         * @description One durable token for one applicant; a repeat gives the same one until it runs out. It can only resume: the SDK exchanges it for short-lived working tokens, and it never reads results or personal data. Takes no body. Path, body and the lifetime of 30 days are our choice.
         */
        post: operations["createClientToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Download the report
         * @description Made afresh on each request, at any status, from what the session holds now; form rules are run again over the stored answers, which may name other questions but never changes a recorded outcome. Keep the file instead of asking again: the class is capped far below ordinary reads.
         */
        get: operations["retrieveSessionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/idv-image/{artifact}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
                /**
                 * @description `portrait` (the holder cropped out of the document, the smallest image with the face), `front` (front of the document) or `selfie` (frame of the face check, if one ran). Any other value, `back` among them, is not found, and is not repeated in the answer. That is why this is a plain string.
                 * @example portrait
                 */
                artifact: string;
            };
            cookie?: never;
        };
        /**
         * Fetch an evidence image
         * @description Read `idv.available_images` first and ask only for what it lists. `artifact_not_available` is a normal outcome: fall back to another listed artifact (`front` shows the printed photo uncropped) or verify the identity step again. Every authorized request leaves one entry in the activity log. Not billed, yet refused while the account cannot spend.
         */
        get: operations["retrieveEvidenceImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/id-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan an identity document
         * @description Stateless, and creates no session. Test mode checks the upload in full (format, size, every error), then discards it and answers with an invented extraction: `pass` and `review` succeed, `fail` and `doc_quality` both end in the same `document_unreadable`. Live mode refuses `expected_outcome`. The names of the parts and of the extracted fields are our choice.
         */
        post: operations["scanIdentityDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/applicants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applicants
         * @description Newest first. Paging, order and the scope are our choice.
         */
        get: operations["listApplicants"];
        put?: never;
        /**
         * Create an applicant
         * @description Keeps a person's data for later sessions. The wrapping in `data` is our choice, after the session.
         */
        post: operations["createApplicant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/applicants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the applicant.
                 * @example app_9v0n8h3f6s2p7g9dke4x1cbm
                 */
                id: components["parameters"]["ApplicantId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve an applicant
         * @description One person's data. The route is our choice.
         */
        get: operations["retrieveApplicant"];
        put?: never;
        post?: never;
        /**
         * Delete an applicant
         * @description Shares the budget of creation. Erases the person: sessions stay with their verdicts, point to no one afterwards, and have lost images, answers, results and `metadata`. Path, status and what goes are our choice.
         */
        delete: operations["deleteApplicant"];
        options?: never;
        head?: never;
        /**
         * Update an applicant
         * @description What is sent replaces what was there; what is left out stays. `given_names` and `address` are replaced as a whole.
         */
        patch: operations["updateApplicant"];
        trace?: never;
    };
    "/v1/workflow-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflow templates
         * @description Newest first, each with its rules as they stand. Paging and order are our choice.
         */
        get: operations["listWorkflowTemplates"];
        put?: never;
        /**
         * Create a workflow template
         * @description All or nothing: one refused rule or step, and no template is made.
         */
        post: operations["createWorkflowTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow template.
                 * @example wt_01JZ8M3C4B
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a workflow template
         * @description The whole template as it stands, with its rules and with defaults filled in.
         */
        get: operations["retrieveWorkflowTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a workflow template
         * @description A key that is left out keeps what it had; a key that is sent replaces all of it. So `screening_rules` replaces the whole set, an empty array clears it, and leaving it out touches no rule. All or nothing: a refused write saves nothing. Sessions that already run keep the version of the template that they started with; only the trigger of a flagged form is named by the rules that the form has when somebody looks.
         */
        patch: operations["updateWorkflowTemplate"];
        trace?: never;
    };
    "/v1/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wallet
         * @description An account-state read, so billing never refuses it: whoever cannot pay must be able to see why. Test mode has no wallet and answers `absent`. The body is our choice.
         */
        get: operations["retrieveWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data_subject_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a data subject request
         * @description Accepted at once and carried out later. Erasure removes images and personal data and keeps the activity log; an erased image is then `artifact_not_available` and leaves `available_images`. Counted over 24 hours. The body is our choice.
         */
        post: operations["createDataSubjectRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data_subject_requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the data subject request.
                 * @example dsr_6q1w9e4r7t2y5k8z3x0cvbnm
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve a data subject request
         * @description How far the request is. In class `global`, since the table of reads does not name it. Our choice.
         */
        get: operations["retrieveDataSubjectRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List delivery attempts
         * @description One row for each attempt, newest first. `session_id` follows one verification, `subscription_id` one receiver; both together narrow further. In class `global`, since the table of reads does not name it. Parameter and field names are our choice.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Newest first, without secrets. Our choice.
         */
        get: operations["listWebhookSubscriptions"];
        put?: never;
        /**
         * Subscribe a receiver
         * @description Receives the events of the key's own mode. The secret is in this answer and in no later one. Our choice.
         */
        post: operations["createWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a subscription
         * @description Without its secret, which a lost one never comes back from; rotate it instead. Our choice.
         */
        get: operations["retrieveWebhookSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Retries still pending are dropped; the rows of the delivery log stay. Our choice.
         */
        delete: operations["deleteWebhookSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a subscription
         * @description What is left out stays. `is_active` set to true also brings back a subscription that failures had disabled. Our choice.
         */
        patch: operations["updateWebhookSubscription"];
        trace?: never;
    };
    "/v1/webhook-subscriptions/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Gives a new secret, once. For a day deliveries are signed under the old one as well, so that receivers can change over. Takes no body. Our choice.
         */
        post: operations["rotateWebhookSubscriptionSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test ping
         * @description Queues one signed ping, marked by `X-Webhook-Origin` and never retried. Takes no body. Our choice.
         */
        post: operations["testWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/esign/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a signed document by its hash
         * @description For anyone who holds a signed file, without account or key, in every region. Send the SHA-256 of the file, never the file. A region answers from its own data alone: ask every region and report the union, and say "not found" only when all have answered. Read `match` for yes or no and `status` for the explanation; a status that you do not know is not a verification. Every outcome is a 200.
         */
        post: operations["verifySignedDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/esign-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published seal keys of this region
         * @description A JWK Set, for checking a seal offline. Retired keys keep verifying and stay listed for ever. Test documents are sealed under keys that are not here.
         */
        get: operations["listSealKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description The whole contract as one valid OpenAPI document, in which every reference resolves. Needs no key, which is our choice.
         */
        get: operations["retrieveOpenapiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resolve the session of a token
         * @description Tells the SDK which session its token is for and which steps are left; no route takes a session id, so there is none to guess. Holds no applicant data and no result. The body beyond the identity is our choice.
         */
        get: operations["retrieveSdkSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A step of the token's session, other than an `esign` one, which has routes of its own.
                 * @example identity
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a step
         * @description Hands in what one step asks for, and starts its check. What is said of the applicant is kept as if it had come over the API. Images are judged like those of the standalone scan and then let go: a simulated check has its outcome from the session's creation. A session that runs a background check refuses a `legalName` alone. The route is our choice.
         */
        post: operations["submitSdkStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        /**
         * Open the signing envelope of a step
         * @description What the applicant is asked to read and sign, with the consent disclosure in force, or the one that was accepted. The first call makes the envelope: the documents are then as they are, in the language of `Accept-Language` where their author gave them in several. Opening it is never charged. Still answered after the session has ended, as long as the token lives.
         */
        get: operations["retrieveSdkEnvelope"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
                /**
                 * @description A document of the step's envelope.
                 * @example doc_01JZ8QA1
                 */
                document_id: string;
            };
            cookie?: never;
        };
        /**
         * Download a document of the envelope
         * @description The document as presented until it is sealed, the sealed file with its certificate of completion from then on. Ranges are not served.
         */
        get: operations["downloadSdkDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/consent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the electronic-records disclosure
         * @description Names the version and the hash of the disclosure that was shown; both must be those of the envelope, so that what was read is what is recorded. They are stored with the signature. A repeat changes nothing.
         */
        post: operations["acceptSdkConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw consent
         * @description Only while the session is live. Before signing it ends the session, and no signature is recorded; after signing the signed document stands, and the withdrawal is recorded. The sending business is told either way. It asks for no paper copy.
         */
        post: operations["withdrawSdkConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/paper_copy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a paper copy
         * @description Only while the session is live. Passed on to the sending business, without a fee. A repeat while one request is outstanding adds no second obligation and answers with the time of the first.
         */
        post: operations["requestSdkPaperCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/sign": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign by typing a name
         * @description Signs every document of the envelope and submits the step, which is when it is charged. Refused with `consent_required` until the disclosure is accepted. The answer says `signed` where the seal is still being made; `kyc.session.document_signed` follows when the sealed files exist.
         */
        post: operations["signSdkEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/envelope/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline to sign
         * @description A normal outcome: it submits the step, which is charged as if signed, and ends the session with a declined outcome. The reason is for the sending business; no event and no answer carries it.
         */
        post: operations["declineSdkEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/steps/{step_id}/frame": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the address of a signing frame
         * @description The address opens once, and for a minute; the frame that it leads to lives for an hour. Only pages of the origins that the publishable key lists may hold the frame: it sends them as `frame-ancestors`. Its messages (`postMessage`) go to the origin of this request alone. `copy` replaces every text of the frame; it is refused unless it is complete, so that a frame never mixes languages. The disclosure keeps its own wording, which is versioned and hashed. Still answered after the session has ended, for documents that were opened.
         */
        post: operations["createSdkSigningFrame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/sessions/me/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description The applicant walks away for good: `completed` with outcome `declined`, and an event without `decisionSource`, since nobody decided. Once everything was handed in and a reviewer has it, there is nothing left to walk away from. Takes no body. The route is our choice.
         */
        post: operations["endSdkSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/v1/client_token/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a client token
         * @description Gives the durable token's page a short-lived working token, as often as it needs one. The page shows its publishable key, whose list of origins decides whether it may. Takes no body. The route is our choice.
         */
        post: operations["exchangeClientToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "kyc.session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A terminal outcome was assigned
         * @description By rules, by a reviewer, or because the applicant ended the session or declined to sign. A missing `decisionSource` says nothing about who decided: never read it as `reviewer`, nor guess it from `outcome`.
         */
        post: operations["onSessionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The operator cancelled the session
         * @description No decision was made, so there is never a `decisionSource`.
         */
        post: operations["onSessionCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.manual_review_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The session was parked for human review
         * @description The session is not over: its outcome comes later in `kyc.session.completed`, or it lapses into `kyc.session.expired`. `status` is the one held when the event was emitted.
         */
        post: operations["onSessionManualReviewRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.form_flagged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A custom form step set off a flag-for-review rule
         * @description An occurrence in the middle of the journey, not a transition. The body holds no answers.
         */
        post: operations["onSessionFormFlagged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The session ended without a verdict
         * @description The applicant did not finish in time, or a session left awaiting review lapsed.
         */
        post: operations["onSessionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.document_signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An e-signature step was signed and its sealed documents exist
         * @description An occurrence: the status of the session is unchanged by it. A signature that was recorded but not sealed sends nothing.
         */
        post: operations["onSessionDocumentSigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.document_declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The applicant declined to sign
         * @description A normal outcome; `kyc.session.completed` with a declined outcome follows it. Nothing was sealed, so there is no hash, and the reason that the applicant may have given stays with the service.
         */
        post: operations["onSessionDocumentDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.session.skipped_by_applicant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserved. The applicant skipped a step, which ended the verification
         * @description Accepted in the list of events of a subscription, but not delivered yet. It will carry the standard body.
         */
        post: operations["onSessionSkippedByApplicant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test_ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test ping, sent from the console or through the API
         * @description Not a registered event type, so it has no version header. Known by its origin header alone: on a live subscription it says `mode: live`.
         */
        post: operations["onTestPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description `completed` and `expired` are named by the contract, the others are our choice. `completed`, `cancelled` and `expired` are final.
         * @enum {string}
         */
        SessionStatus: "created" | "in_progress" | "awaiting_review" | "completed" | "cancelled" | "expired";
        /** @description The verdict; null while there is none, and for good on a session that was cancelled or has expired. */
        SessionOutcome: ("approved" | "declined") | null;
        /**
         * @description The data plane. Test data is synthetic and never meets live data.
         * @enum {string}
         */
        Mode: "live" | "test";
        /**
         * @description Where the organization's data lives, and stays.
         * @enum {string}
         */
        Region: "us" | "eu";
        /** @description The customer's own data. Keys come back byte for byte, values as they were. The bounds are our choice: 50 keys of up to 100 characters, and 2000 characters for a string directly under a key. */
        Metadata: {
            [key: string]: unknown;
        };
        /**
         * Format: date-time
         * @description UTC, ISO 8601.
         */
        Timestamp: string;
        SessionFields: {
            id: string;
            status: components["schemas"]["SessionStatus"];
            outcome: components["schemas"]["SessionOutcome"];
            mode: components["schemas"]["Mode"];
            region: components["schemas"]["Region"];
            workflow_template_id: string | null;
            /** @description Null until the applicant is known. */
            applicant_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: uri
             * @description Where the applicant walks through the hosted journey; null once the session is over.
             */
            hosted_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the session reached a final status.
             */
            completed_at: string | null;
        };
        /** @description A session as lists, creation and actions show it, that is without `idv`. */
        SessionSummary: components["schemas"]["SessionFields"];
        /** @description Hand it back as `cursor` for the next page; null on the last one. */
        NextCursor: string | null;
        /** @description The one shape of every error. */
        ErrorEnvelope: {
            error: {
                /**
                 * Format: uri
                 * @description URL that names the code.
                 */
                type: string;
                /** @description A code of the error table. Branch on this, never on `message`. */
                code: string;
                /** @description For people; the wording may change. */
                message: string;
                /** @description Quote it to support. */
                request_id: string;
                /**
                 * Format: uri
                 * @description Page that explains the code.
                 */
                doc_url: string;
                /** @description Facts that depend on the code; empty when there are none. */
                details: Record<string, never>;
            };
        };
        ValidationIssue: {
            /**
             * @description Kind of problem.
             * @example invalid_type
             * @example too_small
             * @example too_big
             * @example invalid_string
             * @example invalid_enum_value
             * @example unrecognized_keys
             * @example custom
             */
            code: string;
            /** @description Way to the value, from the root of the body or query. */
            path: (string | number)[];
            /** @description Says what to do; for an unknown field close to a real one, suggests it. */
            message: string;
            /** @description The unknown fields; only with `unrecognized_keys`. */
            keys?: string[];
            /** @description The property whose value was refused. */
            param?: string;
        };
        /** @description Lists every problem of the input at once. */
        ValidationErrorEnvelope: components["schemas"]["ErrorEnvelope"] & {
            error?: {
                details?: {
                    issues?: components["schemas"]["ValidationIssue"][];
                    /** @description Screening rules only. The field path that the engine cannot resolve. */
                    field?: string;
                    mode?: components["schemas"]["Mode"];
                };
            };
        };
        /** @description Says which budget ran out and when it is whole again. */
        RateLimitErrorEnvelope: components["schemas"]["ErrorEnvelope"] & {
            error?: {
                details?: {
                    /** @description UNIX seconds when the window rolls. Back off until then. */
                    reset_at: number;
                    /** @description Requests in one window. */
                    limit: number;
                    window_seconds: number;
                    /** @description The traffic bucket. Not a scope. */
                    route_class: string;
                    /** @description Plan tier of the organization. */
                    tier: string;
                };
            };
        };
        /** @description Closed where it is sent. `postal_code`, `place_id` and the two-letter country are of the contract, the rest is our choice. */
        Address: {
            line1?: string;
            line2?: string;
            city?: string;
            state?: string;
            postal_code?: string;
            /** @description ISO 3166-1, two letters. */
            country?: string;
            /** @description Id of the place at the address look-up that was used. */
            place_id?: string;
        };
        /** @description Names in parts, the only form there is. `first_name`, `middle_name`, `last_name`, `legal_name` and `full_name` are refused with their replacement. */
        ApplicantInput: {
            /** @description All family names as one value, several words or not. Whoever has one name puts it here. Kept as sent. */
            family_name: string;
            /** @description In order, a middle name being one more entry. An empty array is a complete answer. The bounds are our choice. */
            given_names?: string[];
            /** @description Of the generation: Jr., III. */
            name_suffix?: string;
            /** Format: email */
            email?: string;
            /** @description Kept as E.164. A national number is read in the country that `Accept-Language` names, and refused when it names none. */
            phone?: string;
            /**
             * Format: date
             * @description A day that has been.
             */
            date_of_birth?: string;
            address?: components["schemas"]["Address"];
        };
        /**
         * @description Test mode only: the result that every check of this verification ends with, fixed at creation. `pass` when omitted. Nothing that an applicant types has a say in it. Live mode drops it on session creation and refuses it on the standalone scan.
         * @enum {string}
         */
        ExpectedOutcome: "pass" | "review" | "fail" | "doc_quality";
        SessionCreate: {
            /** @description Template whose steps the applicant walks through; the organization's default without it. Our choice. */
            workflow_template_id?: string;
            applicant?: components["schemas"]["ApplicantInput"];
            /** @description An applicant that exists already, instead of an inline one. Our choice. */
            applicant_id?: string;
            expected_outcome?: components["schemas"]["ExpectedOutcome"];
            metadata?: components["schemas"]["Metadata"];
        };
        SessionSummaryEnvelope: {
            data: components["schemas"]["SessionSummary"];
        };
        /**
         * @description `portrait`: the holder cropped out of the document. `front`: front of the document. `selfie`: the face check's frame.
         * @enum {string}
         */
        ImageArtifact: "portrait" | "front" | "selfie";
        /** @description What the identity check left behind. Absent when none ran, so read it defensively. */
        SessionIdv: {
            /** @description Exactly the artifacts with stored bytes, always in the order portrait, front, selfie. The back of a document is never among them. Reading the list needs `sessions:read`; fetching the bytes needs `sessions:read_report`. */
            available_images: components["schemas"]["ImageArtifact"][];
            /** @description How the browser says that the document was taken: `camera`, or `upload` of an existing photo. Null is a run from before this was recorded, and not camera. It can be forged: advisory, and no input to any outcome. */
            capture_acquisition: ("camera" | "upload") | null;
        };
        /** @description A session as retrieved. */
        Session: components["schemas"]["SessionFields"] & {
            idv?: components["schemas"]["SessionIdv"];
        };
        SessionNoteCreate: {
            text: string;
        };
        SessionNote: {
            id: string;
            session_id: string;
            text: string;
            created_at: components["schemas"]["Timestamp"];
        };
        SessionStepSkip: {
            /** @description A step of this session; an unknown one is refused as a value. */
            step_id: string;
        };
        BrowserToken: {
            /** @description Works for one session on the SDK data plane. */
            browserToken: string;
        };
        ClientToken: {
            /** @description Opaque; has no prefix to tell it by. */
            clientToken: string;
        };
        /** Format: binary */
        ReportBytes: Uint8Array;
        /** Format: binary */
        JpegBytes: Uint8Array;
        /** @description At most 10 MiB an image and 21 MiB in all, the framing included. One whole JPEG or PNG each, of at most 64 Mi pixels, judged by the bytes and not by what the part claims. */
        DocumentScanForm: {
            /**
             * Format: binary
             * @description Front of the document.
             */
            front: Uint8Array;
            /**
             * Format: binary
             * @description Back of the document, where it has one.
             */
            back?: Uint8Array;
            expected_outcome?: components["schemas"]["ExpectedOutcome"];
        };
        /** @description Beyond `mode`, all fields are our choice; null stands for what the document does not show. */
        DocumentScan: {
            mode: components["schemas"]["Mode"];
            /** @enum {string} */
            document_type: "passport" | "id_card" | "driving_licence" | "residence_permit";
            /** @description Code as printed in the machine readable zone. */
            issuing_country: string | null;
            family_name: string | null;
            given_names: string[];
            /** Format: date */
            date_of_birth: string | null;
            document_number: string | null;
            /** Format: date */
            expires_on: string | null;
        };
        /** @description The parts that are known. */
        StoredAddress: {
            line1?: string;
            line2?: string;
            city?: string;
            state?: string;
            postal_code?: string;
            /** @description ISO 3166-1, two letters. */
            country?: string;
            /** @description Id of the place at the address look-up that was used. */
            place_id?: string;
        };
        /** @description What is not known is left out, never null. No `first_name`, `middle_name` or `last_name`, ever. */
        Applicant: {
            id: string;
            family_name?: string;
            given_names: string[];
            name_suffix?: string;
            /** @description Name as captured, verbatim; not there when the name came in parts. */
            readonly legal_name?: string;
            /** @description Name in its own script where a scanned document shows it. */
            readonly localized_name?: string;
            email?: string;
            /** @description E.164. */
            phone?: string;
            /** Format: date */
            date_of_birth?: string;
            address?: components["schemas"]["StoredAddress"];
            mode: components["schemas"]["Mode"];
            region: components["schemas"]["Region"];
            created_at: components["schemas"]["Timestamp"];
        };
        ApplicantEnvelope: {
            data: components["schemas"]["Applicant"];
        };
        /** @description The fields to replace, in the same form as on creation; `address` and `given_names` are replaced as a whole. Null takes away an optional one. Our choice. */
        ApplicantPatch: {
            /** @description All family names as one value, several words or not. Whoever has one name puts it here. Kept as sent. */
            family_name?: string;
            /** @description In order, a middle name being one more entry. An empty array is a complete answer. The bounds are our choice. */
            given_names?: string[];
            name_suffix?: string | null;
            /** Format: email */
            email?: string | null;
            /** @description Read as on creation. */
            phone?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            address?: components["schemas"]["Address"] | null;
        };
        /** @description Chosen by the customer; names the step in the SDK and in reports. */
        WorkflowStepId: string;
        IdVerificationConfig: {
            /**
             * @description `selfie`: one selfie, matched to the document photo. `liveness`: a face scan guided by movement, processed inside the region. One value, so the two exclude each other; asking for both in any other spelling (a list, two flags) is refused like any wrong type or unknown key.
             * @default none
             * @enum {string}
             */
            faceCheck?: "none" | "selfie" | "liveness";
            /**
             * @description Offer the applicant to supply an existing photo of the document instead of taking one.
             * @default false
             */
            allowPhotoUpload?: boolean;
        };
        IdVerificationStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "id_verification";
            config?: components["schemas"]["IdVerificationConfig"];
        };
        /** @description This check takes no settings; the object is closed, so that a setting meant for another check is refused. */
        EmptyStepConfig: Record<string, never>;
        CreditHistoryStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "credit_history";
            config?: components["schemas"]["EmptyStepConfig"];
        };
        /** @description One text, or one for each language, keyed by BCP 47 tag; the keys come back exactly as sent. */
        LocalizedTitle: string | {
            [key: string]: string;
        };
        /**
         * @description The permitted classes. What the law leaves out (wills and testamentary trusts, family law, most of the UCC, court papers, notices of utility cut-off, of default, foreclosure or eviction, of health or life insurance cancellation and of product recall, papers that travel with hazardous materials) is no value here, and `other` does not cover it.
         * @enum {string}
         */
        EsignDocumentClass: "rental_or_lease_agreement" | "service_or_sales_agreement" | "employment_or_contractor_agreement" | "non_disclosure_or_confidentiality_agreement" | "consent_or_authorization" | "disclosure_or_acknowledgment" | "waiver_or_release" | "other";
        /** @description Plain text of the document, as one text or one for each language, keyed by BCP 47 tag; an empty line parts paragraphs. What the applicant is called and the like is filled in where the text says `{{applicant.name}}`, `{{applicant.familyName}}`, `{{applicant.givenNames}}`, `{{applicant.email}}`, `{{applicant.phone}}`, `{{applicant.dateOfBirth}}`, `{{applicant.address}}`, `{{sender.name}}` or `{{date}}`; another name is refused, and what isn't known leaves a line to be seen as empty. */
        LocalizedBody: string | {
            [key: string]: string;
        };
        /** @description A document, either written here in whole or taken from a document template of the console by its id. Of a document template the newest version counts when the applicant opens the step, unless one is named; a version that was published never changes. */
        EsignDocumentTemplate: {
            id: components["schemas"]["WorkflowStepId"];
            title?: components["schemas"]["LocalizedTitle"];
            documentClass?: components["schemas"]["EsignDocumentClass"];
            /**
             * @description The author read the list of documents that may not be signed electronically, and this is none of them. Anything but true is refused.
             * @constant
             */
            carveOutsAcknowledged?: true;
            body?: components["schemas"]["LocalizedBody"];
            /** @description A document template of this organization and mode. */
            documentTemplateId?: string;
            documentTemplateVersion?: number;
        };
        EsignConfig: {
            /** @description What the applicant reads and signs, in this order. Document ids are unique inside the step. */
            documents: components["schemas"]["EsignDocumentTemplate"][];
            /**
             * @description E-mail the signed record to everyone named in it on completion. The signer can save a copy either way.
             * @default false
             */
            emailSignedRecord?: boolean;
            /**
             * @description Years from signing for which the signed documents and their audit trail are kept; the certificate states it.
             * @default 7
             */
            retentionYears?: number;
        };
        EsignStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "esign";
            config: components["schemas"]["EsignConfig"];
        };
        /**
         * @description Decides which operators a rule may use. All types: eq, neq, in. Numbers and dates also: gt, gte, lt, lte. Texts also: includes, not_includes. E-mails and phones: as texts, and ends_with.
         * @enum {string}
         */
        FormQuestionType: "single_choice" | "multiple_choice" | "yes_no" | "number" | "date" | "text" | "email" | "phone";
        FormQuestion: {
            /** @description Unique in its form; rules and answers refer to it. */
            id: string;
            type: components["schemas"]["FormQuestionType"];
            label: string;
            /** @default false */
            required?: boolean;
            /** @description What can be chosen. For the two kinds of choice, and only for them. */
            options?: string[];
        };
        /**
         * @description The first three are old, the seven others came later. A client keeps a branch for operators that it does not know.
         * @enum {string}
         */
        FormRuleOperator: "eq" | "neq" | "in" | "gt" | "gte" | "lt" | "lte" | "includes" | "not_includes" | "ends_with";
        /** @description Compared without regard to capitals, nor to accents that are marks over a plain letter (so é is e, while ø, ł, đ and ß stay themselves). Nothing is trimmed: a stray space at an end counts. Dates are written YYYY-MM-DD. */
        FormRuleValue: string | number | boolean | (string | number | boolean)[];
        /** @description Holds for an answer that was given; a question without one triggers nothing. Any option of a choice of several may meet it, and a negative condition wants that none does. */
        FormRuleCondition: {
            /** @description A question of the same form whose type offers the operator. */
            questionId: string;
            op: components["schemas"]["FormRuleOperator"];
            value: components["schemas"]["FormRuleValue"];
        };
        /** @description Flags the form for review when the condition holds for the stored answer. Run again on each reading; a recorded outcome never changes by it. */
        FormRule: {
            when: components["schemas"]["FormRuleCondition"];
            /** @enum {string} */
            action: "flag_for_review";
        };
        CustomFormConfig: {
            questions: components["schemas"]["FormQuestion"][];
            /** @description A rule system of its own, apart from the screening rules. */
            rules?: components["schemas"]["FormRule"][];
        };
        CustomFormStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "custom_form";
            config: components["schemas"]["CustomFormConfig"];
        };
        /** @description Needs the applicant's name in parts; a submission with the legal name alone is refused. */
        BackgroundCheckStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "background_check";
            config?: components["schemas"]["EmptyStepConfig"];
        };
        SanctionsScreeningStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "sanctions_screening";
            config?: components["schemas"]["EmptyStepConfig"];
        };
        EmailVerificationStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "email_verification";
            config?: components["schemas"]["EmptyStepConfig"];
        };
        /** @description One check; `type` decides what its `config` may hold. */
        WorkflowStepInput: components["schemas"]["IdVerificationStep"] | components["schemas"]["CreditHistoryStep"] | components["schemas"]["EsignStep"] | components["schemas"]["CustomFormStep"] | components["schemas"]["BackgroundCheckStep"] | components["schemas"]["SanctionsScreeningStep"] | components["schemas"]["EmailVerificationStep"];
        /** @description A step as stored, defaults filled in. It can be sent back as it is. Later check types may come: pass over a step whose `type` you do not know. */
        WorkflowStep: components["schemas"]["WorkflowStepInput"];
        /** @description Customer data that screening rules read as `session.metadata.<key>`; keys come back exactly as sent. Keep it flat: strings, numbers, booleans, arrays of strings, arrays of numbers. Null counts as no value. Other values are accepted, but a rule that reads one fails the verification. */
        WorkflowTemplateMetadata: {
            [key: string]: unknown;
        };
        /**
         * @description Labels the rule. It never restricts which fields the rule reads; it only decides whether the action `decline` is accepted when the rule is written (see rule_types in screening-fields.yaml).
         * @enum {string}
         */
        ScreeningRuleType: "country_block" | "score_threshold" | "age_restriction" | "geolocation_mismatch" | "watchlist_hit" | "adverse_media_hit" | "custom" | "repeat_applicant" | "device_velocity" | "ip_reputation" | "bot_signal" | "impossible_travel" | "identity_ring" | "email_risk" | "behavior_anomaly" | "geo_mismatch" | "credit_history";
        /**
         * @description Comparison is exact: capitals and accents count. `eq` and `neq`: equal, not equal. `gt`, `gte`, `lt`, `lte`: ordered comparison. `in` and `not_in`: the value is an array that holds, or does not hold, what the field resolved to. `contains`: a part of a string, or one whole element of an array field. `exists`: the field resolved to anything. On an array field `eq` and `in` never hold, and `neq` and `not_in` always do, because an array is compared by reference. Independent of the operators of custom form rules.
         * @enum {string}
         */
        ScreeningOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists";
        /** @description What the resolved value is compared with. An array is of one type throughout. A type that the operator can't use is accepted, and the comparison never holds. */
        ScreeningValue: string | number | boolean | string[] | number[];
        /** @description Compares the value that `field` resolves to. A field that resolves to nothing keeps the rule from firing, negative operators included. */
        ScreeningFieldCondition: {
            /** @constant */
            kind: "field";
            /** @description A field path or a filled-in pattern of screening-fields.yaml. One that can't be resolved is refused with its path in `error.details.field`, at any depth of a group. */
            field: string;
            operator: components["schemas"]["ScreeningOperator"];
            value?: components["schemas"]["ScreeningValue"];
        };
        /** @description A comparison of one field, or a group of conditions. Groups nest, at most 32 deep. Later kinds may come in responses: pass over a condition whose `kind` you do not know. */
        ScreeningCondition: components["schemas"]["ScreeningFieldCondition"] | components["schemas"]["ScreeningGroupCondition"];
        /** @description Holds when all (`AND`) or any (`OR`) of its children hold. A child of an `OR` whose field resolves to nothing counts as false. */
        ScreeningGroupCondition: {
            /** @constant */
            kind: "group";
            /** @enum {string} */
            op: "AND" | "OR";
            children: components["schemas"]["ScreeningCondition"][];
        };
        /**
         * @description What happens when the rule holds. `tag`: a note that reviewers see, without effect on routing or outcome. `review`: the verification goes to manual review. `adjust_score`: `scoreAdjustment` is added to the weighing that decides on manual review. `approve`: marked approved. `decline`: refused at write time for some rule types and for sensitive attributes; where accepted, a fired decline still goes to manual review, never straight to the outcome.
         * @enum {string}
         */
        ScreeningAction: "tag" | "review" | "adjust_score" | "approve" | "decline";
        /** @description One rule as written. It reads one value derived from a verification (or a tree of such readings), and acts when the comparison holds. */
        ScreeningRuleInput: {
            /** @description Label for people; no effect on evaluation. */
            name: string;
            ruleType: components["schemas"]["ScreeningRuleType"];
            condition: components["schemas"]["ScreeningCondition"];
            action: components["schemas"]["ScreeningAction"];
            /** @default 100 */
            priority?: number;
            /** @default true */
            isActive?: boolean;
            /** @description Means something with the action `adjust_score` only; accepted and kept with the others. */
            scoreAdjustment?: number;
        };
        /** @description One rule as stored: what was written, with the defaults filled in. It can be sent back as it is. */
        ScreeningRule: WithRequired<components["schemas"]["ScreeningRuleInput"], "priority" | "isActive">;
        WorkflowTemplate: {
            id: string;
            name: string;
            steps: components["schemas"]["WorkflowStep"][];
            metadata: components["schemas"]["WorkflowTemplateMetadata"];
            screening_rules: components["schemas"]["ScreeningRule"][];
            device_intelligence: boolean;
            evidence_image_retention_days: number | null;
            /** @description Rises by one with each accepted write. A version, its documents included, is never edited afterwards. */
            version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WorkflowTemplateList: {
            data: components["schemas"]["WorkflowTemplate"][];
            has_more: boolean;
            next_cursor: components["schemas"]["NextCursor"];
        };
        WorkflowTemplateCreateRequest: {
            name: string;
            /** @description In the order in which the applicant meets them. Step ids are unique inside the template. */
            steps: components["schemas"]["WorkflowStepInput"][];
            metadata?: components["schemas"]["WorkflowTemplateMetadata"];
            /** @description Empty when left out at creation. */
            screening_rules?: components["schemas"]["ScreeningRuleInput"][];
            /** @description Collect the device and network signals that screening rules may read; without it they resolve to nothing. False when left out at creation. */
            device_intelligence?: boolean;
            /** @description Days from the end of a session until its evidence images are deleted. Null, also what leaving it out at creation means, keeps them until they are erased on request. */
            evidence_image_retention_days?: number | null;
        };
        WorkflowTemplateResponse: {
            data: components["schemas"]["WorkflowTemplate"];
        };
        /** @description Each key replaces what the template had under it; none of them is required. */
        WorkflowTemplateUpdateRequest: {
            name?: string;
            /** @description In the order in which the applicant meets them. Step ids are unique inside the template. */
            steps?: components["schemas"]["WorkflowStepInput"][];
            metadata?: components["schemas"]["WorkflowTemplateMetadata"];
            /** @description Empty when left out at creation. */
            screening_rules?: components["schemas"]["ScreeningRuleInput"][];
            /** @description Collect the device and network signals that screening rules may read; without it they resolve to nothing. False when left out at creation. */
            device_intelligence?: boolean;
            /** @description Days from the end of a session until its evidence images are deleted. Null, also what leaving it out at creation means, keeps them until they are erased on request. */
            evidence_image_retention_days?: number | null;
        };
        Wallet: {
            /** @description ISO 4217 code; null when absent. */
            currency: string | null;
            /** @description In minor units (cents); null when absent. */
            balance_minor: number | null;
            /**
             * @description `locked`: the money is there but may not be spent.
             * @enum {string}
             */
            status: "active" | "locked" | "absent";
        };
        /** @enum {string} */
        DataSubjectRequestType: "access" | "erasure";
        DataSubjectRequestCreate: {
            type: components["schemas"]["DataSubjectRequestType"];
            /** @description An applicant of this organization and mode; any other is refused as a value. */
            applicant_id: string;
        };
        DataSubjectRequest: {
            id: string;
            type: components["schemas"]["DataSubjectRequestType"];
            applicant_id: string;
            /** @enum {string} */
            status: "pending" | "completed";
            created_at: components["schemas"]["Timestamp"];
            /** Format: date-time */
            completed_at: string | null;
        };
        DataSubjectRequestEnvelope: {
            data: components["schemas"]["DataSubjectRequest"];
        };
        /** @description Holds neither the signing secret nor any of the payload. */
        DeliveryAttempt: {
            id: string;
            subscription_id: string;
            /** @description Null for a test ping. */
            session_id: string | null;
            event_type: string;
            /** @enum {string} */
            status: "delivered" | "failed";
            /** @description Status that the receiver answered; null when it did not answer. */
            http_code: number | null;
            latency_ms: number;
            /** @description Counts from 1 for each event and subscription. */
            attempt: number;
            /** @description Why the attempt failed, out of a closed list; null when it was delivered. */
            error_code: ("timeout" | "dns_failure" | "tls_failure" | "connection_failed" | "redirect_refused" | "blocked_address" | "http_4xx" | "http_5xx") | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `kyc.session.skipped_by_applicant` is reserved: it may be subscribed to, and is not delivered yet.
         * @enum {string}
         */
        WebhookEventType: "kyc.session.completed" | "kyc.session.cancelled" | "kyc.session.manual_review_requested" | "kyc.session.form_flagged" | "kyc.session.expired" | "kyc.session.document_signed" | "kyc.session.document_declined" | "kyc.session.skipped_by_applicant";
        WebhookSubscription: {
            id: string;
            /** Format: uri */
            url: string;
            events: components["schemas"]["WebhookEventType"][];
            /** @description False when paused, or disabled after days of failures or a 410. */
            is_active: boolean;
            mode: components["schemas"]["Mode"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it stopped being active.
             */
            disabled_at: string | null;
        };
        /**
         * Format: uri
         * @description Where events are sent. HTTPS only; the scheme may be in any case.
         */
        WebhookUrl: string;
        WebhookSubscriptionCreate: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEventType"][];
        };
        WebhookSubscriptionWithSecretEnvelope: {
            data: components["schemas"]["WebhookSubscription"] & {
                /** @description `whsec_` and the base64 of the 32 bytes that key the HMAC. Shown this once. */
                secret: string;
            };
        };
        WebhookSubscriptionEnvelope: {
            data: components["schemas"]["WebhookSubscription"];
        };
        WebhookSubscriptionPatch: {
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEventType"][];
            is_active?: boolean;
        };
        WebhookTestAccepted: {
            subscription_id: string;
            /** @description The `X-Webhook-Id` of the ping. */
            event_id: string;
        };
        VerificationRequest: {
            /** @description SHA-256 of the whole file in lower-case hex. */
            sha256: string;
        };
        /** @description What the seal signs. No signer name and no contact detail is in it; the owning organization's id is known to whoever holds the document. */
        SealClaims: {
            /** @description Names the key of the published set that made the signature. */
            kid: string;
            agreement_id: string;
            document_id: string;
            final_hash: string;
            region: components["schemas"]["Region"];
            mode: components["schemas"]["Mode"];
            /** @description Position of the event chain that the seal pins. */
            chain_position: number;
            sealed_at: components["schemas"]["Timestamp"];
            org_id: string;
        };
        /** @description Look first whether it is there, then branch on `format`. A format that you do not know means that you can't check this seal, not that the document is false. */
        Seal: {
            format: string;
            /** @description `<format>.<base64url payload>.<base64url signature>`, as stored. The Ed25519 signature is over the UTF-8 bytes of the first two parts and the dot between them. Verify over this token, never over claims serialized anew. */
            token: string;
            /** @description The signed payload, byte for byte; parsed, it is SealClaims. */
            payload_json: string;
        };
        Attestation: {
            /** @description What was attested. New values may be added. */
            type: string;
            recorded_at: components["schemas"]["Timestamp"];
        };
        /** @description Never holds a name, an e-mail address, a phone number, a document title or a short agreement reference. The identifiers are there when the hash resolved to a record that could be read. */
        VerificationResponse: {
            /** @example 1 */
            protocol_version: string;
            /** @description True exactly when `status` is `verified`. Never gains a third value. */
            match: boolean;
            /** @description Explains the answer. New values may come without notice: treat an unknown one as not verified. */
            status: string;
            seal?: components["schemas"]["Seal"];
            agreement_id?: string;
            document_id?: string;
            /** @description Which document of the agreement, from 0. */
            document_index?: number;
            /** @description How many documents the agreement has. */
            document_count?: number;
            /** @description SHA-256 of the sealed file; absent while there is none. */
            final_hash?: string;
            /** @description How it was signed. New values may be added. */
            signature_methods?: string[];
            mode?: components["schemas"]["Mode"];
            /** @description Where the chain of events of the agreement stands now. */
            chain_position?: number;
            /** @description Attestations recorded after sealing. */
            attestations?: components["schemas"]["Attestation"][];
        };
        SealKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            use: "sig";
            /** @description Public key in base64url. */
            x: string;
            kid: string;
            /**
             * @description `active` seals and verifies, `retired` still verifies, `revoked` no longer vouches for what it sealed.
             * @enum {string}
             */
            status: "active" | "retired" | "revoked";
            notBefore: components["schemas"]["Timestamp"];
        };
        SealKeySet: {
            keys: components["schemas"]["SealKey"][];
        };
        OpenapiDocument: {
            openapi: string;
            info: Record<string, never>;
            paths: Record<string, never>;
        };
        SdkStep: {
            id: string;
            /** @description A check type. */
            type: string;
            /** @enum {string} */
            status: "open" | "submitted" | "skipped";
            /** @description What of the step's configuration a browser needs to draw it; for a form its questions and never its rules. For a check that looks the applicant up, `asks` lists `name` or `email` while that is not on record. */
            config: Record<string, never>;
        };
        SdkSession: {
            id: string;
            status: components["schemas"]["SessionStatus"];
            mode: components["schemas"]["Mode"];
            /**
             * @description Whether a submission must name the applicant in components. `required`: the session runs a background check, which refuses a `legalName` alone. `requested`: another check looks the applicant up by name.
             * @enum {string}
             */
            nameComponents: "required" | "requested" | "optional";
            steps: components["schemas"]["SdkStep"][];
        };
        SdkSessionEnvelope: {
            data: components["schemas"]["SdkSession"];
        };
        /** @description Exactly what the SDK's submit payload carries of a person. The names of the parts differ from the API's only in case, and the family name is needed wherever there is another part of the name. Any other field is refused; dropping the removed `firstName`, `middleName` and `lastName` with a warning is for the SDK to do. */
        SdkApplicant: {
            /** @description The whole name in one piece, as captured. */
            legalName?: string;
            familyName?: string;
            givenNames?: string[];
            nameSuffix?: string;
            /** Format: email */
            email?: string;
            phone?: string;
            /** Format: date */
            dateOfBirth?: string;
            address?: {
                line1?: string;
                line2?: string;
                city?: string;
                state?: string;
                postalCode?: string;
                country?: string;
                placeId?: string;
            };
        };
        SdkStepSubmission: {
            applicant?: components["schemas"]["SdkApplicant"];
            /**
             * @description How the browser says that the document was taken; recorded as `camera` when the integrator drops it. Advisory.
             * @default camera
             * @enum {string}
             */
            acquisition?: "camera" | "upload";
            /** @description Of an identity document, JPEG or PNG in base64, up to 10 MiB each. None is needed. */
            images?: {
                front?: string;
                back?: string;
                selfie?: string;
            };
            /** @description Answers of a custom form by question id. A date is YYYY-MM-DD, a multiple choice is an array. */
            answers?: {
                [key: string]: string | number | boolean | string[];
            };
        };
        SdkEnvelopeDocument: {
            documentId: string;
            documentOrder: number;
            title: string;
            /** @description The permitted class that the author chose. */
            documentClass: string;
            /** @description SHA-256 of the file as presented. */
            presentedHash: string;
            /** @description SHA-256 of the sealed file; null until sealed. */
            finalHash: string | null;
        };
        /** @description The electronic-records disclosure. It states the right to paper, the right to withdraw and what follows, the scope (this transaction), how to withdraw and to update contact details, how to get a paper copy without fee, the hardware and software needed, and how changes are told. A published text is never edited; new wording is a new version. */
        ConsentDisclosure: {
            version: number;
            /** @description SHA-256 of `text` in UTF-8. */
            hash: string;
            text: string;
        };
        SdkConsent: {
            version: number;
            hash: string;
            acceptedAt: components["schemas"]["Timestamp"];
        };
        /** @description The business to turn to once the session has ended, for withdrawal, a paper copy or new contact details. */
        EnvelopeSender: {
            name: string;
            email: string | null;
        };
        SdkEnvelope: {
            envelopeId: string;
            /** @description A draft has no envelope yet. New values may be added. */
            status: string;
            mode: components["schemas"]["Mode"];
            /** @description In the order of `documentOrder`. */
            documents: components["schemas"]["SdkEnvelopeDocument"][];
            disclosure: components["schemas"]["ConsentDisclosure"];
            consent: components["schemas"]["SdkConsent"] | null;
            /** Format: date-time */
            signedAt: string | null;
            /** Format: date-time */
            declinedAt: string | null;
            /** Format: date-time */
            consentWithdrawnAt: string | null;
            /** Format: date-time */
            paperCopyRequestedAt: string | null;
            sender: components["schemas"]["EnvelopeSender"];
        };
        SdkEnvelopeResponse: {
            data: components["schemas"]["SdkEnvelope"];
        };
        /** Format: binary */
        SignedPdfBytes: Uint8Array;
        SdkConsentRequest: {
            version: number;
            hash: string;
        };
        SdkSignRequest: {
            /** @description The applicant's name as typed; not blank. */
            typedName: string;
        };
        SdkDeclineRequest: {
            reason?: string;
        };
        SdkFrameRequest: {
            copy?: {
                /** @description A BCP 47 tag. */
                lang: string;
                /** @enum {string} */
                dir: "ltr" | "rtl";
                /** @description One text for each message of the frame; the SDK's catalogue names them. */
                messages: {
                    [key: string]: string;
                };
            };
        };
        SdkFrameEnvelope: {
            data: {
                /** Format: uri */
                url: string;
                expiresAt: components["schemas"]["Timestamp"];
            };
        };
        WorkingToken: {
            browserToken: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description Id of the verification session. */
        EventSessionId: string;
        /**
         * Format: date-time
         * @description ISO 8601 in UTC.
         */
        EventTimestamp: string;
        /**
         * @description Mode of the plane that produced the event. Where it is absent, do not take it for `live`.
         * @enum {string}
         */
        EventMode: "live" | "test";
        /** @description The standard body of all events of a session but the two e-signature events. */
        SessionEventBody: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description Status of the session when the event was emitted. New values may be added. */
            status: string;
            /** @description Null when the transition carried no verdict. New values may be added. */
            outcome: string | null;
            occurredAt: components["schemas"]["EventTimestamp"];
            mode?: components["schemas"]["EventMode"];
            /** @description Event type. Absent from events emitted before it was introduced. */
            type?: string;
            /**
             * @description Who produced the decision; never a name, an id or a reason. Absent when the transition carried none, when the applicant ended the session, and from older events.
             * @enum {string}
             */
            decisionSource?: "automatic" | "reviewer";
        };
        SessionCompletedEvent: {
            /** @constant */
            status: "completed";
            /** @description The verdict. A client treats a value it does not know as neither approved nor declined. */
            outcome: string;
            /** @constant */
            type?: "kyc.session.completed";
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        /** @description No value is valid, so the field is never there. */
        NeverPresent: boolean & null;
        SessionCancelledEvent: {
            /** @constant */
            type?: "kyc.session.cancelled";
            decisionSource?: components["schemas"]["NeverPresent"];
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        SessionManualReviewRequestedEvent: {
            /** @constant */
            type?: "kyc.session.manual_review_requested";
            decisionSource?: components["schemas"]["NeverPresent"];
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        SessionFormFlaggedEvent: {
            /** @constant */
            type?: "kyc.session.form_flagged";
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        SessionExpiredEvent: {
            /** @constant */
            status: "expired";
            outcome: null;
            /** @constant */
            type?: "kyc.session.expired";
            decisionSource?: components["schemas"]["NeverPresent"];
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        /** @description Place of the document in its envelope, from 0. */
        EventDocumentOrder: number;
        SignedDocumentReference: {
            documentId: string;
            documentOrder: components["schemas"]["EventDocumentOrder"];
            /** @description SHA-256 of the sealed document, in lower-case hex. */
            finalHash: string;
        };
        /** @description Holds no signer, contact detail, document title or filled-in value. */
        SessionDocumentSignedEvent: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description The signing envelope. */
            envelopeId: string;
            /** @description Always an array, in the order of `documentOrder`. */
            documents: components["schemas"]["SignedDocumentReference"][];
            signedAt: components["schemas"]["EventTimestamp"];
            mode: components["schemas"]["EventMode"];
            /** @constant */
            type: "kyc.session.document_signed";
            declinedAt?: components["schemas"]["NeverPresent"];
        };
        DeclinedDocumentReference: {
            documentId: string;
            documentOrder: components["schemas"]["EventDocumentOrder"];
            finalHash?: components["schemas"]["NeverPresent"];
        };
        /** @description Holds no signer, contact detail, document title, filled-in value or reason. */
        SessionDocumentDeclinedEvent: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description The signing envelope. */
            envelopeId: string;
            /** @description Always an array, in the order of `documentOrder`. */
            documents: components["schemas"]["DeclinedDocumentReference"][];
            declinedAt: components["schemas"]["EventTimestamp"];
            mode: components["schemas"]["EventMode"];
            /** @constant */
            type: "kyc.session.document_declined";
            signedAt?: components["schemas"]["NeverPresent"];
        };
        /** @description Reserved; no delivery carries it yet. */
        SessionSkippedByApplicantEvent: {
            /** @constant */
            type?: "kyc.session.skipped_by_applicant";
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        WebhookTestPing: {
            /** @constant */
            test: true;
            mode?: components["schemas"]["EventMode"];
            /** @constant */
            type?: "webhook.test_ping";
            occurredAt?: components["schemas"]["EventTimestamp"];
        };
    };
    responses: {
        /** @description No credential, or none that lives. There is no key yet to count against, hence no rate headers. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The wallet cannot pay. Live mode only. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The key lacks a scope, the plan is not running, or the credential is no secret key. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The key belongs to another region. Told from the key alone, before it is looked up. */
        RegionMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values that are not accepted, all of them listed. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description The budget of the route class is used up. The same answer without rate headers comes from the limit by address, which acts before authentication. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitErrorEnvelope"];
            };
        };
        /** @description An unexpected failure; safe to send again. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is larger than this operation takes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body has another media type than this operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Nothing that this key can see. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session is over, its status does not allow that, or the key belongs to another region. */
        ActionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session or the step is over, the session's status does not allow that, or the key belongs to another region. */
        StepConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session is over, or the key belongs to another region. */
        SessionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `resource_not_found`: the session is not visible to the key, or the artifact is never served; both answers are the same. `artifact_not_available`: a served artifact of a visible session of which nothing is stored. */
        ImageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Either the form was wrong, or no document could be read; only the latter reports `details.mode`. */
        ScanRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description The template was not accepted, and nothing was saved. `details.issues` lists every problem: of the shape, of fields that can't be resolved, of actions that a rule may not carry. */
        WorkflowTemplateRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description The key lacks a scope, or the credential is no secret key. Billing never refuses this read. */
        ForbiddenUnbilled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["OptionalRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["OptionalRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["OptionalRateLimitReset"];
                "X-RateLimit-Window": components["headers"]["OptionalRateLimitWindow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is larger than this operation takes, or its size cannot be told. */
        KeylessTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body has another media type than this operation takes. */
        KeylessUnsupportedMedia: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values that are not accepted, all of them listed. */
        KeylessInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description Too many requests from this address. */
        KeylessRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitErrorEnvelope"];
            };
        };
        /** @description An unexpected failure; safe to send again. */
        KeylessError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description No token, a dead one, or a dead publishable key. The SDK mints once and repeats the request once. */
        SdkUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Another kind of credential, or a page whose origin the publishable key does not list. */
        SdkForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session of this token has no such thing. */
        SdkNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session or the step is over, the session waits for its reviewer, or the publishable key belongs to another region. */
        SdkSubmissionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values that are not accepted, or a name in one piece where a background check needs its parts. */
        SdkSubmissionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description The session or the step is over, or the publishable key belongs to another region. */
        SdkStepConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Consent is missing, the session or the step is over, or the publishable key belongs to another region. */
        SdkSignConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session is over, or the publishable key belongs to another region. */
        SdkConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session is over, or waits for its reviewer and can no longer be ended; or the publishable key belongs to another region. */
        SdkEndConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Any 2xx acknowledges the delivery. Anything else, a redirect included, is a failed attempt and is retried with the same bytes; 410 disables the subscription at once. */
        WebhookAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Items on one page. Our choice.
         * @example 20
         */
        Limit: number;
        /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
        Cursor: string;
        /**
         * @description Its region subtag names the country of a national phone number. A language alone (`en`) names none.
         * @example en-US
         */
        AcceptLanguage: string;
        /**
         * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
         * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
         */
        SessionId: string;
        /**
         * @description Id of the applicant.
         * @example app_9v0n8h3f6s2p7g9dke4x1cbm
         */
        ApplicantId: string;
        /**
         * @description Id of the webhook subscription.
         * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
         */
        SubscriptionId: string;
        /**
         * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
         * @example 1
         */
        WebhookEventVersion: string;
        /**
         * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
         * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
         */
        WebhookSignature: string;
        /**
         * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
         * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
         */
        WebhookId: string;
        /**
         * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
         * @example 1764000000
         */
        WebhookTimestamp: string;
        /**
         * @description `test_ping` on a test ping, the only sure mark of one; absent otherwise.
         * @example test_ping
         */
        WebhookOrigin: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The request id, on every answer; errors repeat it in the body. Our choice.
         * @example req_4xb5y10zq8n4t7k2r6v3w9cj
         */
        RequestId: string;
        /**
         * @description Budget of the route class for one window.
         * @example 120
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in this window.
         * @example 119
         */
        RateLimitRemaining: number;
        /**
         * @description UNIX seconds when the window rolls. Windows are aligned to the epoch, which is our choice.
         * @example 1764000060
         */
        RateLimitReset: number;
        /**
         * @description Length of the window in seconds.
         * @example 60
         */
        RateLimitWindow: number;
        /**
         * @description As RateLimitLimit; absent when the request was refused before its key was authenticated.
         * @example 120
         */
        OptionalRateLimitLimit: number;
        /**
         * @description As RateLimitRemaining; absent when the request was refused before its key was authenticated.
         * @example 0
         */
        OptionalRateLimitRemaining: number;
        /**
         * @description As RateLimitReset; absent when the request was refused before its key was authenticated.
         * @example 1764000060
         */
        OptionalRateLimitReset: number;
        /**
         * @description As RateLimitWindow; absent when the request was refused before its key was authenticated.
         * @example 60
         */
        OptionalRateLimitWindow: number;
        /**
         * @description Seconds until the window rolls, at least 1; `details.reset_at` of the body says the same as a time. Our choice.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description Evidence is never cached, neither by the caller nor on the way.
         * @example no-store, private
         */
        PrivateNoStore: "no-store, private";
    };
    pathItems: never;
}
export type SessionStatus = components['schemas']['SessionStatus'];
export type SessionOutcome = components['schemas']['SessionOutcome'];
export type Mode = components['schemas']['Mode'];
export type Region = components['schemas']['Region'];
export type Metadata = components['schemas']['Metadata'];
export type Timestamp = components['schemas']['Timestamp'];
export type SessionFields = components['schemas']['SessionFields'];
export type SessionSummary = components['schemas']['SessionSummary'];
export type NextCursor = components['schemas']['NextCursor'];
export type ErrorEnvelope = components['schemas']['ErrorEnvelope'];
export type ValidationIssue = components['schemas']['ValidationIssue'];
export type ValidationErrorEnvelope = components['schemas']['ValidationErrorEnvelope'];
export type RateLimitErrorEnvelope = components['schemas']['RateLimitErrorEnvelope'];
export type Address = components['schemas']['Address'];
export type ApplicantInput = components['schemas']['ApplicantInput'];
export type ExpectedOutcome = components['schemas']['ExpectedOutcome'];
export type SessionCreate = components['schemas']['SessionCreate'];
export type SessionSummaryEnvelope = components['schemas']['SessionSummaryEnvelope'];
export type ImageArtifact = components['schemas']['ImageArtifact'];
export type SessionIdv = components['schemas']['SessionIdv'];
export type Session = components['schemas']['Session'];
export type SessionNoteCreate = components['schemas']['SessionNoteCreate'];
export type SessionNote = components['schemas']['SessionNote'];
export type SessionStepSkip = components['schemas']['SessionStepSkip'];
export type BrowserToken = components['schemas']['BrowserToken'];
export type ClientToken = components['schemas']['ClientToken'];
export type ReportBytes = components['schemas']['ReportBytes'];
export type JpegBytes = components['schemas']['JpegBytes'];
export type DocumentScanForm = components['schemas']['DocumentScanForm'];
export type DocumentScan = components['schemas']['DocumentScan'];
export type StoredAddress = components['schemas']['StoredAddress'];
export type Applicant = components['schemas']['Applicant'];
export type ApplicantEnvelope = components['schemas']['ApplicantEnvelope'];
export type ApplicantPatch = components['schemas']['ApplicantPatch'];
export type WorkflowStepId = components['schemas']['WorkflowStepId'];
export type IdVerificationConfig = components['schemas']['IdVerificationConfig'];
export type IdVerificationStep = components['schemas']['IdVerificationStep'];
export type EmptyStepConfig = components['schemas']['EmptyStepConfig'];
export type CreditHistoryStep = components['schemas']['CreditHistoryStep'];
export type LocalizedTitle = components['schemas']['LocalizedTitle'];
export type EsignDocumentClass = components['schemas']['EsignDocumentClass'];
export type LocalizedBody = components['schemas']['LocalizedBody'];
export type EsignDocumentTemplate = components['schemas']['EsignDocumentTemplate'];
export type EsignConfig = components['schemas']['EsignConfig'];
export type EsignStep = components['schemas']['EsignStep'];
export type FormQuestionType = components['schemas']['FormQuestionType'];
export type FormQuestion = components['schemas']['FormQuestion'];
export type FormRuleOperator = components['schemas']['FormRuleOperator'];
export type FormRuleValue = components['schemas']['FormRuleValue'];
export type FormRuleCondition = components['schemas']['FormRuleCondition'];
export type FormRule = components['schemas']['FormRule'];
export type CustomFormConfig = components['schemas']['CustomFormConfig'];
export type CustomFormStep = components['schemas']['CustomFormStep'];
export type BackgroundCheckStep = components['schemas']['BackgroundCheckStep'];
export type SanctionsScreeningStep = components['schemas']['SanctionsScreeningStep'];
export type EmailVerificationStep = components['schemas']['EmailVerificationStep'];
export type WorkflowStepInput = components['schemas']['WorkflowStepInput'];
export type WorkflowStep = components['schemas']['WorkflowStep'];
export type WorkflowTemplateMetadata = components['schemas']['WorkflowTemplateMetadata'];
export type ScreeningRuleType = components['schemas']['ScreeningRuleType'];
export type ScreeningOperator = components['schemas']['ScreeningOperator'];
export type ScreeningValue = components['schemas']['ScreeningValue'];
export type ScreeningFieldCondition = components['schemas']['ScreeningFieldCondition'];
export type ScreeningCondition = components['schemas']['ScreeningCondition'];
export type ScreeningGroupCondition = components['schemas']['ScreeningGroupCondition'];
export type ScreeningAction = components['schemas']['ScreeningAction'];
export type ScreeningRuleInput = components['schemas']['ScreeningRuleInput'];
export type ScreeningRule = components['schemas']['ScreeningRule'];
export type WorkflowTemplate = components['schemas']['WorkflowTemplate'];
export type WorkflowTemplateList = components['schemas']['WorkflowTemplateList'];
export type WorkflowTemplateCreateRequest = components['schemas']['WorkflowTemplateCreateRequest'];
export type WorkflowTemplateResponse = components['schemas']['WorkflowTemplateResponse'];
export type WorkflowTemplateUpdateRequest = components['schemas']['WorkflowTemplateUpdateRequest'];
export type Wallet = components['schemas']['Wallet'];
export type DataSubjectRequestType = components['schemas']['DataSubjectRequestType'];
export type DataSubjectRequestCreate = components['schemas']['DataSubjectRequestCreate'];
export type DataSubjectRequest = components['schemas']['DataSubjectRequest'];
export type DataSubjectRequestEnvelope = components['schemas']['DataSubjectRequestEnvelope'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookSubscription = components['schemas']['WebhookSubscription'];
export type WebhookUrl = components['schemas']['WebhookUrl'];
export type WebhookSubscriptionCreate = components['schemas']['WebhookSubscriptionCreate'];
export type WebhookSubscriptionWithSecretEnvelope = components['schemas']['WebhookSubscriptionWithSecretEnvelope'];
export type WebhookSubscriptionEnvelope = components['schemas']['WebhookSubscriptionEnvelope'];
export type WebhookSubscriptionPatch = components['schemas']['WebhookSubscriptionPatch'];
export type WebhookTestAccepted = components['schemas']['WebhookTestAccepted'];
export type VerificationRequest = components['schemas']['VerificationRequest'];
export type SealClaims = components['schemas']['SealClaims'];
export type Seal = components['schemas']['Seal'];
export type Attestation = components['schemas']['Attestation'];
export type VerificationResponse = components['schemas']['VerificationResponse'];
export type SealKey = components['schemas']['SealKey'];
export type SealKeySet = components['schemas']['SealKeySet'];
export type OpenapiDocument = components['schemas']['OpenapiDocument'];
export type SdkStep = components['schemas']['SdkStep'];
export type SdkSession = components['schemas']['SdkSession'];
export type SdkSessionEnvelope = components['schemas']['SdkSessionEnvelope'];
export type SdkApplicant = components['schemas']['SdkApplicant'];
export type SdkStepSubmission = components['schemas']['SdkStepSubmission'];
export type SdkEnvelopeDocument = components['schemas']['SdkEnvelopeDocument'];
export type ConsentDisclosure = components['schemas']['ConsentDisclosure'];
export type SdkConsent = components['schemas']['SdkConsent'];
export type EnvelopeSender = components['schemas']['EnvelopeSender'];
export type SdkEnvelope = components['schemas']['SdkEnvelope'];
export type SdkEnvelopeResponse = components['schemas']['SdkEnvelopeResponse'];
export type SignedPdfBytes = components['schemas']['SignedPdfBytes'];
export type SdkConsentRequest = components['schemas']['SdkConsentRequest'];
export type SdkSignRequest = components['schemas']['SdkSignRequest'];
export type SdkDeclineRequest = components['schemas']['SdkDeclineRequest'];
export type SdkFrameRequest = components['schemas']['SdkFrameRequest'];
export type SdkFrameEnvelope = components['schemas']['SdkFrameEnvelope'];
export type WorkingToken = components['schemas']['WorkingToken'];
export type EventSessionId = components['schemas']['EventSessionId'];
export type EventTimestamp = components['schemas']['EventTimestamp'];
export type EventMode = components['schemas']['EventMode'];
export type SessionEventBody = components['schemas']['SessionEventBody'];
export type SessionCompletedEvent = components['schemas']['SessionCompletedEvent'];
export type NeverPresent = components['schemas']['NeverPresent'];
export type SessionCancelledEvent = components['schemas']['SessionCancelledEvent'];
export type SessionManualReviewRequestedEvent = components['schemas']['SessionManualReviewRequestedEvent'];
export type SessionFormFlaggedEvent = components['schemas']['SessionFormFlaggedEvent'];
export type SessionExpiredEvent = components['schemas']['SessionExpiredEvent'];
export type EventDocumentOrder = components['schemas']['EventDocumentOrder'];
export type SignedDocumentReference = components['schemas']['SignedDocumentReference'];
export type SessionDocumentSignedEvent = components['schemas']['SessionDocumentSignedEvent'];
export type DeclinedDocumentReference = components['schemas']['DeclinedDocumentReference'];
export type SessionDocumentDeclinedEvent = components['schemas']['SessionDocumentDeclinedEvent'];
export type SessionSkippedByApplicantEvent = components['schemas']['SessionSkippedByApplicantEvent'];
export type WebhookTestPing = components['schemas']['WebhookTestPing'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponsePaymentRequired = components['responses']['PaymentRequired'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseRegionMismatch = components['responses']['RegionMismatch'];
export type ResponseValidationFailed = components['responses']['ValidationFailed'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseActionConflict = components['responses']['ActionConflict'];
export type ResponseStepConflict = components['responses']['StepConflict'];
export type ResponseSessionConflict = components['responses']['SessionConflict'];
export type ResponseImageNotFound = components['responses']['ImageNotFound'];
export type ResponseScanRefused = components['responses']['ScanRefused'];
export type ResponseWorkflowTemplateRefused = components['responses']['WorkflowTemplateRefused'];
export type ResponseForbiddenUnbilled = components['responses']['ForbiddenUnbilled'];
export type ResponseKeylessTooLarge = components['responses']['KeylessTooLarge'];
export type ResponseKeylessUnsupportedMedia = components['responses']['KeylessUnsupportedMedia'];
export type ResponseKeylessInvalid = components['responses']['KeylessInvalid'];
export type ResponseKeylessRateLimited = components['responses']['KeylessRateLimited'];
export type ResponseKeylessError = components['responses']['KeylessError'];
export type ResponseSdkUnauthorized = components['responses']['SdkUnauthorized'];
export type ResponseSdkForbidden = components['responses']['SdkForbidden'];
export type ResponseSdkNotFound = components['responses']['SdkNotFound'];
export type ResponseSdkSubmissionConflict = components['responses']['SdkSubmissionConflict'];
export type ResponseSdkSubmissionRefused = components['responses']['SdkSubmissionRefused'];
export type ResponseSdkStepConflict = components['responses']['SdkStepConflict'];
export type ResponseSdkSignConflict = components['responses']['SdkSignConflict'];
export type ResponseSdkConflict = components['responses']['SdkConflict'];
export type ResponseSdkEndConflict = components['responses']['SdkEndConflict'];
export type ResponseWebhookAccepted = components['responses']['WebhookAccepted'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterAcceptLanguage = components['parameters']['AcceptLanguage'];
export type ParameterSessionId = components['parameters']['SessionId'];
export type ParameterApplicantId = components['parameters']['ApplicantId'];
export type ParameterSubscriptionId = components['parameters']['SubscriptionId'];
export type ParameterWebhookEventVersion = components['parameters']['WebhookEventVersion'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookOrigin = components['parameters']['WebhookOrigin'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRateLimitLimit = components['headers']['RateLimitLimit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimitRemaining'];
export type HeaderRateLimitReset = components['headers']['RateLimitReset'];
export type HeaderRateLimitWindow = components['headers']['RateLimitWindow'];
export type HeaderOptionalRateLimitLimit = components['headers']['OptionalRateLimitLimit'];
export type HeaderOptionalRateLimitRemaining = components['headers']['OptionalRateLimitRemaining'];
export type HeaderOptionalRateLimitReset = components['headers']['OptionalRateLimitReset'];
export type HeaderOptionalRateLimitWindow = components['headers']['OptionalRateLimitWindow'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderPrivateNoStore = components['headers']['PrivateNoStore'];
export type $defs = Record<string, never>;
export interface operations {
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description Items on one page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionSummary"][];
                        has_more: boolean;
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Its region subtag names the country of a national phone number. A language alone (`en`) names none.
                 * @example en-US
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCreate"];
            };
        };
        responses: {
            /** @description The session, waiting for its applicant. There is no `idv` yet. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionSummaryEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    cancelSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, now cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionSummaryEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ActionConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    resendSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, unchanged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionSummaryEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ActionConflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    addSessionNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionNoteCreate"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionNote"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    skipSessionStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionStepSkip"];
            };
        };
        responses: {
            /** @description The session, without that step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionSummaryEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["StepConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createBrowserToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token for the SDK's memory, and nowhere else. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserToken"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createClientToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token for the page's `fetchToken`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientToken"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveSessionReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. It holds personal data, hence the same cache rule as for images. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["PrivateNoStore"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": components["schemas"]["ReportBytes"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveEvidenceImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, unchanged. Any string is looked up; a malformed one is just not found.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
                /**
                 * @description `portrait` (the holder cropped out of the document, the smallest image with the face), `front` (front of the document) or `selfie` (frame of the face check, if one ran). Any other value, `back` among them, is not found, and is not repeated in the answer. That is why this is a plain string.
                 * @example portrait
                 */
                artifact: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image as raw bytes, always JPEG. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["PrivateNoStore"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": components["schemas"]["JpegBytes"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ImageNotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    scanIdentityDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentScanForm"];
            };
        };
        responses: {
            /** @description What the document says. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentScan"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ScanRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listApplicants: {
        parameters: {
            query?: {
                /**
                 * @description Items on one page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Applicant"][];
                        has_more: boolean;
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createApplicant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Its region subtag names the country of a national phone number. A language alone (`en`) names none.
                 * @example en-US
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantInput"];
            };
        };
        responses: {
            /** @description The applicant. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveApplicant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the applicant.
                 * @example app_9v0n8h3f6s2p7g9dke4x1cbm
                 */
                id: components["parameters"]["ApplicantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applicant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteApplicant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the applicant.
                 * @example app_9v0n8h3f6s2p7g9dke4x1cbm
                 */
                id: components["parameters"]["ApplicantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateApplicant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Its region subtag names the country of a national phone number. A language alone (`en`) names none.
                 * @example en-US
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description Id of the applicant.
                 * @example app_9v0n8h3f6s2p7g9dke4x1cbm
                 */
                id: components["parameters"]["ApplicantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantPatch"];
            };
        };
        responses: {
            /** @description The applicant as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listWorkflowTemplates: {
        parameters: {
            query?: {
                /**
                 * @description Items on one page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplateList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createWorkflowTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowTemplateCreateRequest"];
            };
        };
        responses: {
            /** @description The template as stored, defaults filled in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplateResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["WorkflowTemplateRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveWorkflowTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow template.
                 * @example wt_01JZ8M3C4B
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplateResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateWorkflowTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow template.
                 * @example wt_01JZ8M3C4B
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowTemplateUpdateRequest"];
            };
        };
        responses: {
            /** @description The template as stored now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplateResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["WorkflowTemplateRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet, or the fact that there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Wallet"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenUnbilled"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSubjectRequestCreate"];
            };
        };
        responses: {
            /** @description The request, not carried out yet. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSubjectRequestEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the data subject request.
                 * @example dsr_6q1w9e4r7t2y5k8z3x0cvbnm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSubjectRequestEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /**
                 * @description Items on one page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only attempts for events of this session. One that the key cannot see gives an empty page.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                session_id?: string;
                /**
                 * @description Only attempts to this subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                subscription_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveryAttempt"][];
                        has_more: boolean;
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description Items on one page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; one from another list is refused. Our choice. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscription"][];
                        has_more: boolean;
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhookSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSubscriptionCreate"];
            };
        };
        responses: {
            /** @description The subscription with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecretEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    retrieveWebhookSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhookSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateWebhookSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSubscriptionPatch"];
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    rotateWebhookSubscriptionSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecretEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    testWebhookSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook subscription.
                 * @example whs_3wz5m1r4c8e2t9q6j7xbva0k
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is on its way; its row in the delivery log tells how it went. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Window": components["headers"]["RateLimitWindow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTestAccepted"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    verifySignedDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description What this region can say about the hash. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResponse"];
                };
            };
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["KeylessInvalid"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    listSealKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SealKeySet"];
                };
            };
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    retrieveOpenapiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    retrieveSdkSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session as its applicant may see it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkSessionEnvelope"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    submitSdkStep: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Its region subtag names the country of a national phone number. A language alone (`en`) names none.
                 * @example en-US
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description A step of the token's session, other than an `esign` one, which has routes of its own.
                 * @example identity
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SdkStepSubmission"];
            };
        };
        responses: {
            /** @description The session with what is left of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkSessionEnvelope"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkSubmissionConflict"];
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["SdkSubmissionRefused"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    retrieveSdkEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The envelope. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    downloadSdkDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
                /**
                 * @description A document of the step's envelope.
                 * @example doc_01JZ8QA1
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description RFC 9530 digest of these bytes, in base64. Once the document is sealed it is the digest that the verification takes in hex.
                     * @example sha-256=:P0vTVRwqlBD/Wg8JMQ1XdNDLV1eP76KuicMqI/hy1fM=:
                     */
                    "Repr-Digest": string;
                    "Cache-Control": components["headers"]["PrivateNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": components["schemas"]["SignedPdfBytes"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["RegionMismatch"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    acceptSdkConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SdkConsentRequest"];
            };
        };
        responses: {
            /** @description Consent is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkStepConflict"];
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["KeylessInvalid"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    withdrawSdkConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkStepConflict"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    requestSdkPaperCopy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request is with the sending business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkStepConflict"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    signSdkEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SdkSignRequest"];
            };
        };
        responses: {
            /** @description The signature is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkSignConflict"];
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["KeylessInvalid"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    declineSdkEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SdkDeclineRequest"];
            };
        };
        responses: {
            /** @description The refusal is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkEnvelopeResponse"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkStepConflict"];
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["KeylessInvalid"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    createSdkSigningFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SdkFrameRequest"];
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkFrameEnvelope"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            404: components["responses"]["SdkNotFound"];
            409: components["responses"]["SdkConflict"];
            413: components["responses"]["KeylessTooLarge"];
            415: components["responses"]["KeylessUnsupportedMedia"];
            422: components["responses"]["KeylessInvalid"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    endSdkSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, now over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkSessionEnvelope"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            409: components["responses"]["SdkEndConflict"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    exchangeClientToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A working token and its end. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingToken"];
                };
            };
            401: components["responses"]["SdkUnauthorized"];
            403: components["responses"]["SdkForbidden"];
            409: components["responses"]["SdkConflict"];
            429: components["responses"]["KeylessRateLimited"];
            500: components["responses"]["KeylessError"];
        };
    };
    onSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCancelledEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionManualReviewRequested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionManualReviewRequestedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionFormFlagged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionFormFlaggedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionExpiredEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionDocumentSigned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionDocumentSignedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionDocumentDeclined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionDocumentDeclinedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onSessionSkippedByApplicant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the event's body, on every registered event type. Additive within a version. Advisory, and not signed.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionSkippedByApplicantEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
    onTestPing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test_ping` on a test ping, the only sure mark of one; absent otherwise.
                 * @example test_ping
                 */
                "X-Webhook-Origin"?: components["parameters"]["WebhookOrigin"];
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of the raw body. The key is the signing secret without its `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still honoured there are two values, separated by a space. Verify it before anything else. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on each attempt; drop what you have seen. Advisory, and not signed. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX seconds of this attempt. Advisory, and not signed. Our choice.
                 * @example 1764000000
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestPing"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookAccepted"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
