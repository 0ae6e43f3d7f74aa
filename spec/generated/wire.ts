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
         * @description Newest first. Items never contain `idv`; retrieve a session to read it. Paging and order are our choice.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Create a session
         * @description Creates a verification, optionally with an inline applicant. Unknown and mis-cased fields are rejected, because the loss of a dropped field, such as a date of birth, is noticed too late. Live mode silently drops `expected_outcome`. `workflow_template_id`, `applicant_id`, the status 201 and the wrapping in `data` are our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a session
         * @description Returns the session. `idv` is present only if an identity check ran. The fields other than `id`, `status`, `idv` and `metadata` are our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description Ends an open session without a verdict and sends `kyc.session.cancelled`. A session that awaits review is not open and cannot be cancelled. The request has no body. The path and the response are our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the invitation
         * @description Sends the hosted link to the applicant by email again. In test mode the email is only listed in the email log. Returns 422 if the applicant has no email address. The request has no body. Our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description Stores a note for reviewers. Works on ended sessions too, because a note does not change the session. Our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description Removes a step from the applicant's remaining steps. If it was the last step, the session gets its verdict. It goes to review if no remaining check can give a verdict. Requires a separate scope, because the check is not performed. Our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description The backend calls this route and passes the token to the SDK through its own endpoint. Each call returns a new token for the same session and starts no new session. Older tokens remain valid until they expire. The request has no body. A token of an ended session can read that the session has ended, but cannot change it. The status and the lifetime of 10 minutes are our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description Creates one durable token per applicant. A repeat returns the same token until it expires. The token can only resume a session: the SDK exchanges it for short-lived working tokens. It never gives access to results or personal data. The request has no body. The path, the body and the lifetime of 30 days are our choice.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Download the report
         * @description Generated on each request, at any session status, from the current data of the session. Form rules are evaluated again over the stored answers. This can change the questions named as the trigger, never a recorded outcome. Cache the file: the rate limit is far below that of ordinary reads.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
                /**
                 * @description `portrait` is the cropped photo of the document holder and the smallest image with the face. `front` is the front of the document. `selfie` is a frame of the face check, if one ran. `back` and all other values return 404, and the response does not repeat the value. The schema is therefore a plain string.
                 * @example portrait
                 */
                artifact: string;
            };
            cookie?: never;
        };
        /**
         * Fetch an evidence image
         * @description Read `idv.available_images` first and request only the images in it. `artifact_not_available` is a normal outcome: use another listed artifact or verify the identity step again. `front` shows the printed photo uncropped. Each authorized request writes one activity log entry. The route is not billed, but is rejected while the account cannot spend.
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
         * @description Stateless: creates no session. In test mode the upload is fully validated (format, size, all errors), then discarded. The response has a synthetic extraction. `pass` and `review` return 200. `fail` and `doc_quality` both return 422 `document_unreadable`, with identical responses. Live mode rejects `expected_outcome`. The names of the parts and of the extracted fields are our choice.
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
         * @description Stores the data of an applicant for later sessions. The response is wrapped in `data`, like a session, which is our choice.
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
         * @description Returns the data of one applicant. The route is our choice.
         */
        get: operations["retrieveApplicant"];
        put?: never;
        post?: never;
        /**
         * Delete an applicant
         * @description Erases the applicant. Counts against the rate limit of `applicants:create`. Sessions of the applicant remain, with their outcomes, but without a reference to the applicant. They lose their images, answers, results and `metadata`. The path, the status and the extent of the erasure are our choice.
         */
        delete: operations["deleteApplicant"];
        options?: never;
        head?: never;
        /**
         * Update an applicant
         * @description Replaces the fields in the request and keeps the others. `given_names` and `address` are replaced as a whole.
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
         * @description Newest first, with the current rules of each template. Paging and order are our choice.
         */
        get: operations["listWorkflowTemplates"];
        put?: never;
        /**
         * Create a workflow template
         * @description All or nothing: if one rule or step is rejected, no template is created.
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
         * @description Returns the current template with its rules and with defaults filled in.
         */
        get: operations["retrieveWorkflowTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a workflow template
         * @description Omitted keys keep their values, and each key in the request replaces its whole value. `screening_rules` therefore replaces the whole set. An empty array clears the set. Without the key, the rules do not change. All or nothing: a rejected write saves nothing. Running sessions keep the template version with which they started. One exception: each read names the trigger of a flagged form by the form's current rules.
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
         * @description Billing never rejects this account-state read, so that a blocked account can see the reason. Test mode has no wallet and returns `absent`. The body is our choice.
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
         * @description The request is accepted immediately and processed later. Erasure removes images and personal data but keeps the activity log, and signed documents until their retention ends. An erased image returns `artifact_not_available` and is no longer in `available_images`. The rate-limit window is 24 hours. The body is our choice.
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
         * @description Returns the status of the request. The route counts in class `global`, because the class `reads` does not name it. Our choice.
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
         * @description One row for each attempt, newest first. `session_id` selects the attempts of one session, `subscription_id` those of one subscription. With both filters, a row must match both. The route counts in class `global`, because the class `reads` does not name it. The names of parameters and fields are our choice.
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
         * Create a subscription
         * @description The subscription receives the events of the key's mode. Only this response contains the secret. Our choice.
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
         * @description Returns a subscription without its secret. A lost secret cannot be retrieved; rotate it instead. Our choice.
         */
        get: operations["retrieveWebhookSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Pending retries are dropped. The rows of the delivery log remain. Our choice.
         */
        delete: operations["deleteWebhookSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a subscription
         * @description Omitted fields keep their values. `is_active: true` also reactivates a subscription that was disabled because of failures. Our choice.
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
         * @description Returns a new secret, once. For one day, deliveries also carry a signature with the old secret, so that receivers can switch. After several rotations, at most the ten newest secrets sign. The request has no body. Our choice.
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
         * @description Queues one signed ping with the header `X-Webhook-Origin`. A ping is never retried. The request has no body. Our choice.
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
         * @description Public in every region, without an account or key. Send the SHA-256 of the signed file, never the file. A region uses only its own data, so query all regions and combine the results. Report "not found" only after all regions have responded. Read `match` for yes or no, and `status` for the explanation. Treat an unknown `status` as not verified. Every outcome has status 200.
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
         * @description A JWK Set for checking a seal offline. Retired keys still verify and are never removed. Keys that seal test documents are not in the live set.
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
         * Get the OpenAPI document
         * @description Returns the contract as one valid OpenAPI document without unresolved references. Needs no key, which is our choice.
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
         * @description Returns the session of the token and its remaining steps. No route takes a session id, so a page cannot guess one. The response has no applicant data and no result. The fields other than the session identity are our choice.
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
                 * @description Id of a step of the token's session. `esign` steps have their own routes.
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
         * @description Submits the input of one step and starts its check. Applicant data is stored as if it was sent through the API. Images are validated like those of the standalone scan, then discarded: the outcome of a simulated check is fixed at session creation. A session with a background check rejects a submission that has only `legalName`. The route is our choice.
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
                 * @description Id of an `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        /**
         * Open the signing envelope of a step
         * @description Returns the documents to sign and the consent disclosure: the current version, or the accepted one. The first call creates the envelope and fixes its documents. `Accept-Language` selects the language of documents with several translations. Opening the envelope is never charged. The route works after the end of the session until the token expires.
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
                 * @description Id of an `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
                /**
                 * @description Id of a document of the step's envelope.
                 * @example doc_01JZ8QA1
                 */
                document_id: string;
            };
            cookie?: never;
        };
        /**
         * Download a document of the envelope
         * @description Returns the presented document until it is sealed, then the sealed file with its certificate of completion. Range requests are not supported.
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
                 * @description Id of an `esign` step of the token's session.
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
         * @description Takes the version and hash of the disclosure that was shown. Both must match the envelope, so that the record names the text that the signer read. They are stored with the signature. Repeating the request changes nothing.
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
                 * @description Id of an `esign` step of the token's session.
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
         * @description Works only while the session is active. Before signing, withdrawal ends the session and no signature is recorded. After signing, the signed document remains valid and the withdrawal is recorded. The sending business is notified in both cases. Withdrawal does not request a paper copy.
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
                 * @description Id of an `esign` step of the token's session.
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
         * @description Works only while the session is active. Forwards the request to the sending business, free of charge. If a request is already open, a repeat creates no second one and returns the time of the first.
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
                 * @description Id of an `esign` step of the token's session.
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
         * @description Signs every document of the envelope and submits the step, which is then charged. Returns `consent_required` until the disclosure is accepted. `signed` in the response means that sealing is still in progress. `kyc.session.document_signed` follows when the sealed files exist.
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
                 * @description Id of an `esign` step of the token's session.
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
         * @description Declining is a normal outcome. It submits the step, which is charged like a signature, and ends the session with a declined outcome. The reason is only for the sending business: no event and no response contains it.
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
                 * @description Id of an `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the URL of a signing frame
         * @description The URL can be opened once, within one minute. The frame is valid for one hour. Only pages of origins that the publishable key lists may embed it: the frame sends them as `frame-ancestors`. The frame sends its `postMessage` messages only to the origin of this request. `copy` replaces every text of the frame. An incomplete `copy` is rejected, so that a frame never mixes languages. The disclosure keeps its own wording, which is versioned and hashed. The route works after the end of the session for documents that were opened.
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
         * @description The applicant ends the session: status `completed`, outcome `declined`. The event has no `decisionSource`, because no decision was made. After all steps are submitted and the session awaits review, the applicant can no longer end it. The request has no body. The route is our choice.
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
         * @description Returns a short-lived working token for the client token, on every call. The page sends its publishable key, and the key's list of origins must contain the page's origin. The request has no body. The route is our choice.
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
         * @description Sent when rules or a reviewer decide, or when the applicant ends the session or declines to sign. A missing `decisionSource` does not mean a reviewer: do not interpret it as `reviewer`, and do not derive it from `outcome`.
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
         * @description No decision was made, so `decisionSource` is always absent.
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
         * @description The session has not ended. Its outcome follows in `kyc.session.completed`, or it expires (`kyc.session.expired`). `status` is the status at the time of the event.
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
         * A flag-for-review rule of a custom form step fired
         * @description Sent during the session, without a status change. The body has no answers.
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
         * @description The applicant did not finish in time, or the review did not happen in time.
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
         * @description The session status does not change. A signature without a sealed document sends no event.
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
         * @description Declining is a normal outcome. `kyc.session.completed` with a declined outcome follows. No document was sealed, so the body has no hash. It never has the applicant's reason.
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
         * Reserved: the applicant skipped a step and so ended the verification
         * @description A subscription may list this event type, but it is not delivered yet. It will have the standard body.
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
         * @description Not a registered event type, so it has no version header. Only the origin header identifies it: on a live subscription the body has `mode: live`.
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
         * @description The specification names `completed` and `expired`; the other values are our choice. `completed`, `cancelled` and `expired` are final.
         * @enum {string}
         */
        SessionStatus: "created" | "in_progress" | "awaiting_review" | "completed" | "cancelled" | "expired";
        /** @description The verdict. Null until a verdict exists. Cancelled and expired sessions keep null. */
        SessionOutcome: ("approved" | "declined") | null;
        /**
         * @description The data plane. Test data is synthetic and separate from live data.
         * @enum {string}
         */
        Mode: "live" | "test";
        /**
         * @description The region that stores the organization's data. The data never leaves it.
         * @enum {string}
         */
        Region: "us" | "eu";
        /** @description Customer data. Keys are returned byte for byte and values unchanged. The bounds are our choice: 50 keys of up to 100 characters, and 2000 characters for a string directly under a key. */
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
             * @description URL of the hosted pages for the applicant. Null after the end of the session.
             */
            hosted_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Time at which the session reached a final status.
             */
            completed_at: string | null;
        };
        /** @description A session without `idv`, as returned by lists, creation and actions. */
        SessionSummary: components["schemas"]["SessionFields"];
        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
        NextCursor: string | null;
        /** @description The shape of every error response. */
        ErrorEnvelope: {
            error: {
                /**
                 * Format: uri
                 * @description URL of the error code.
                 */
                type: string;
                /** @description Error code, listed in the error table. Branch on `code`, never on `message`. */
                code: string;
                /** @description Text for people. The wording may change. */
                message: string;
                /** @description Id of the request. Quote it when you contact support. */
                request_id: string;
                /**
                 * Format: uri
                 * @description URL of the page that explains the code.
                 */
                doc_url: string;
                /** @description Data that depends on the code. Empty if the code has none. */
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
            /** @description Path of the value from the root of the body or query. */
            path: (string | number)[];
            /** @description States how to correct the request. For an unknown field that resembles a known one, it suggests the known name. */
            message: string;
            /** @description The unknown fields. Only with `unrecognized_keys`. */
            keys?: string[];
            /** @description The property whose value was rejected. */
            param?: string;
        };
        /** @description Lists every problem of the request. */
        ValidationErrorEnvelope: components["schemas"]["ErrorEnvelope"] & {
            error?: {
                details?: {
                    issues?: components["schemas"]["ValidationIssue"][];
                    /** @description Field path that the engine cannot resolve. Screening rules only. */
                    field?: string;
                    mode?: components["schemas"]["Mode"];
                };
            };
        };
        /** @description States the limit that was reached and the time at which it resets. */
        RateLimitErrorEnvelope: components["schemas"]["ErrorEnvelope"] & {
            error?: {
                details?: {
                    /** @description UNIX time, in seconds, at which the window resets. Wait until then before you retry. */
                    reset_at: number;
                    /** @description Requests allowed in one window. */
                    limit: number;
                    window_seconds: number;
                    /** @description Rate-limit class of the route. Not a scope. */
                    route_class: string;
                    /** @description Plan tier of the organization. */
                    tier: string;
                };
            };
        };
        /** @description Unknown fields are rejected. The specification names `postal_code`, `place_id` and a two-letter country. The other fields are our choice. */
        Address: {
            line1?: string;
            line2?: string;
            city?: string;
            state?: string;
            postal_code?: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country?: string;
            /** @description Id of the place in the address lookup that the client used. */
            place_id?: string;
        };
        /** @description A name is accepted only in parts. `first_name`, `middle_name`, `last_name`, `legal_name` and `full_name` are rejected, and the error names the replacement. */
        ApplicantInput: {
            /** @description All family names in one value. A person with only one name has it here. Stored as sent. */
            family_name: string;
            /** @description Given names in order. A middle name is another entry. An empty array is valid. The bounds are our choice. */
            given_names?: string[];
            /** @description Generational suffix, such as Jr. or III. */
            name_suffix?: string;
            /** Format: email */
            email?: string;
            /** @description Stored in E.164 format. The country of a national number comes from `Accept-Language`. Without that country, a national number is rejected. */
            phone?: string;
            /**
             * Format: date
             * @description A date that is not in the future.
             */
            date_of_birth?: string;
            address?: components["schemas"]["Address"];
        };
        /**
         * @description Test mode only: the result of every check of this verification, fixed at creation. Default: `pass`. No data from an applicant affects it. Live mode drops it on session creation and rejects it on the standalone scan.
         * @enum {string}
         */
        ExpectedOutcome: "pass" | "review" | "fail" | "doc_quality";
        SessionCreate: {
            /** @description Template with the steps of this session. Default: the organization's default template. Our choice. */
            workflow_template_id?: string;
            applicant?: components["schemas"]["ApplicantInput"];
            /** @description Id of an existing applicant, instead of an inline one. Our choice. */
            applicant_id?: string;
            expected_outcome?: components["schemas"]["ExpectedOutcome"];
            metadata?: components["schemas"]["Metadata"];
        };
        SessionSummaryEnvelope: {
            data: components["schemas"]["SessionSummary"];
        };
        /**
         * @description `portrait`: the cropped photo of the document holder. `front`: front of the document. `selfie`: a frame of the face check.
         * @enum {string}
         */
        ImageArtifact: "portrait" | "front" | "selfie";
        /** @description Results of the identity check. Absent if no identity check ran, so clients must expect its absence. */
        SessionIdv: {
            /** @description The artifacts with stored bytes, in the order portrait, front, selfie. Never contains the back of a document. Reading the list requires `sessions:read`. Fetching the bytes requires `sessions:read_report`. */
            available_images: components["schemas"]["ImageArtifact"][];
            /** @description Source of the document image, as declared by the browser: `camera`, or `upload` of an existing photo. Null means a run from before this was recorded, not `camera`. The value can be forged. It is advisory and never affects an outcome. */
            capture_acquisition: ("camera" | "upload") | null;
        };
        /** @description A session as returned by retrieve. */
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
            /** @description Id of a step of this session. An unknown id is a validation error. */
            step_id: string;
        };
        BrowserToken: {
            /** @description Valid for one session on the SDK data plane. */
            browserToken: string;
        };
        ClientToken: {
            /** @description Opaque, without a fixed prefix. */
            clientToken: string;
        };
        /** Format: binary */
        ReportBytes: Uint8Array;
        /** Format: binary */
        JpegBytes: Uint8Array;
        /** @description At most 10 MiB per image and 21 MiB in total, including the multipart framing. Each part is one complete JPEG or PNG of at most 64 Mi pixels. The format is detected from the bytes, not from the Content-Type of the part. */
        DocumentScanForm: {
            /**
             * Format: binary
             * @description Front of the document.
             */
            front: Uint8Array;
            /**
             * Format: binary
             * @description Back of the document, if it has one.
             */
            back?: Uint8Array;
            expected_outcome?: components["schemas"]["ExpectedOutcome"];
        };
        /** @description All fields except `mode` are our choice. A field is null if the document does not show it. */
        DocumentScan: {
            mode: components["schemas"]["Mode"];
            /** @enum {string} */
            document_type: "passport" | "id_card" | "driving_licence" | "residence_permit";
            /** @description Country code as printed in the machine-readable zone. */
            issuing_country: string | null;
            family_name: string | null;
            given_names: string[];
            /** Format: date */
            date_of_birth: string | null;
            document_number: string | null;
            /** Format: date */
            expires_on: string | null;
        };
        /** @description The known parts of the address. */
        StoredAddress: {
            line1?: string;
            line2?: string;
            city?: string;
            state?: string;
            postal_code?: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country?: string;
            /** @description Id of the place in the address lookup that the client used. */
            place_id?: string;
        };
        /** @description Unknown fields are omitted, never null. The response never has `first_name`, `middle_name` or `last_name`. */
        Applicant: {
            id: string;
            family_name?: string;
            given_names: string[];
            name_suffix?: string;
            /** @description The captured name, verbatim. Absent if the name was sent in parts. */
            readonly legal_name?: string;
            /** @description The name in its original script, if a scanned document has one. */
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
        /** @description The fields to replace, in the same format as on creation. `address` and `given_names` are replaced as a whole. Null removes an optional field. Our choice. */
        ApplicantPatch: {
            /** @description All family names in one value. A person with only one name has it here. Stored as sent. */
            family_name?: string;
            /** @description Given names in order. A middle name is another entry. An empty array is valid. The bounds are our choice. */
            given_names?: string[];
            name_suffix?: string | null;
            /** Format: email */
            email?: string | null;
            /** @description Interpreted as on creation. */
            phone?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            address?: components["schemas"]["Address"] | null;
        };
        /** @description Chosen by the customer. Identifies the step in the SDK and in reports. */
        WorkflowStepId: string;
        IdVerificationConfig: {
            /**
             * @description `selfie`: one selfie, matched to the document photo. `liveness`: a movement-guided face scan, processed in the region. The two exclude each other, so this is one value. A list, or a flag for each check, is a validation error.
             * @default none
             * @enum {string}
             */
            faceCheck?: "none" | "selfie" | "liveness";
            /**
             * @description Whether the applicant may upload an existing photo of the document instead of taking one.
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
        /** @description This check has no settings. A setting of another check is rejected. */
        EmptyStepConfig: Record<string, never>;
        CreditHistoryStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "credit_history";
            config?: components["schemas"]["EmptyStepConfig"];
        };
        /** @description One text, or an object with one text per BCP 47 language tag. The keys are returned exactly as sent. */
        LocalizedTitle: string | {
            [key: string]: string;
        };
        /**
         * @description The permitted classes. The law excludes wills and testamentary trusts, family law matters, most of the UCC and court papers. It excludes notices of utility cancellation, default, foreclosure or eviction, health or life insurance cancellation and product recall. It also excludes papers that accompany hazardous materials. None of these is a value, and `other` does not cover them.
         * @enum {string}
         */
        EsignDocumentClass: "rental_or_lease_agreement" | "service_or_sales_agreement" | "employment_or_contractor_agreement" | "non_disclosure_or_confidentiality_agreement" | "consent_or_authorization" | "disclosure_or_acknowledgment" | "waiver_or_release" | "other";
        /** @description Plain text of the document: one text, or an object with one text per BCP 47 language tag. An empty line separates paragraphs. Placeholders: `{{applicant.name}}`, `{{applicant.familyName}}`, `{{applicant.givenNames}}`, `{{applicant.email}}`, `{{applicant.phone}}`, `{{applicant.dateOfBirth}}`, `{{applicant.address}}`, `{{sender.name}}`, `{{date}}`. An unknown placeholder is rejected. A missing value is shown as a visibly empty line. */
        LocalizedBody: string | {
            [key: string]: string;
        };
        /** @description A complete document, or the id of a document template of the console. The newest version of the document template applies when the applicant opens the step, unless a version is named. A published version never changes. */
        EsignDocumentTemplate: {
            id: components["schemas"]["WorkflowStepId"];
            title?: components["schemas"]["LocalizedTitle"];
            documentClass?: components["schemas"]["EsignDocumentClass"];
            /**
             * @description Confirms that the author has read the list of documents that may not be signed electronically. Also confirms that this document is not on the list. Must be true.
             * @constant
             */
            carveOutsAcknowledged?: true;
            body?: components["schemas"]["LocalizedBody"];
            /** @description A document template of this organization and mode. */
            documentTemplateId?: string;
            documentTemplateVersion?: number;
        };
        EsignConfig: {
            /** @description The documents to read and sign, in this order. Document ids are unique in the step. */
            documents: components["schemas"]["EsignDocumentTemplate"][];
            /**
             * @description Whether to email the signed record on completion to everyone named in it. The signer can always save a copy.
             * @default false
             */
            emailSignedRecord?: boolean;
            /**
             * @description Retention of the signed documents and their audit trail, in years from signing. The certificate states it.
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
         * @description Determines the operators that a rule may use. All types: `eq`, `neq`, `in`. Number and date also have `gt`, `gte`, `lt`, `lte`. Text, email and phone also have `includes`, `not_includes`. Email and phone also have `ends_with`.
         * @enum {string}
         */
        FormQuestionType: "single_choice" | "multiple_choice" | "yes_no" | "number" | "date" | "text" | "email" | "phone";
        FormQuestion: {
            /** @description Unique in the form. Rules and answers refer to it. */
            id: string;
            type: components["schemas"]["FormQuestionType"];
            label: string;
            /** @default false */
            required?: boolean;
            /** @description The options of the question. Only for `single_choice` and `multiple_choice`, which require it. */
            options?: string[];
        };
        /**
         * @description `eq`, `neq` and `in` are the original operators. The other seven were added later. Clients need a fallback for unknown operators.
         * @enum {string}
         */
        FormRuleOperator: "eq" | "neq" | "in" | "gt" | "gte" | "lt" | "lte" | "includes" | "not_includes" | "ends_with";
        /** @description Case and accents are ignored. An accent is a mark over a plain letter: é matches e, but ø, ł, đ and ß match only themselves. Values are not trimmed: a leading or trailing space counts. Dates have the format YYYY-MM-DD. */
        FormRuleValue: string | number | boolean | (string | number | boolean)[];
        /** @description Evaluated only for answered questions. In a multiple-choice answer, one matching option is enough. A negative condition requires that no option matches. */
        FormRuleCondition: {
            /** @description Id of a question of the same form. The type of the question must offer the operator. */
            questionId: string;
            op: components["schemas"]["FormRuleOperator"];
            value: components["schemas"]["FormRuleValue"];
        };
        /** @description Flags the form for review if the condition is true for the stored answer. Rules are evaluated again on each read. This never changes a recorded outcome. */
        FormRule: {
            when: components["schemas"]["FormRuleCondition"];
            /** @enum {string} */
            action: "flag_for_review";
        };
        CustomFormConfig: {
            questions: components["schemas"]["FormQuestion"][];
            /** @description A rule system separate from the screening rules. */
            rules?: components["schemas"]["FormRule"][];
        };
        CustomFormStep: {
            id: components["schemas"]["WorkflowStepId"];
            /** @constant */
            type: "custom_form";
            config: components["schemas"]["CustomFormConfig"];
        };
        /** @description Requires the name in parts. A submission with only the legal name is rejected. */
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
        /** @description One check. `type` determines the keys of `config`. */
        WorkflowStepInput: components["schemas"]["IdVerificationStep"] | components["schemas"]["CreditHistoryStep"] | components["schemas"]["EsignStep"] | components["schemas"]["CustomFormStep"] | components["schemas"]["BackgroundCheckStep"] | components["schemas"]["SanctionsScreeningStep"] | components["schemas"]["EmailVerificationStep"];
        /** @description A stored step with its defaults filled in. The client can send it back unchanged. Later check types may be added: ignore a step whose `type` you do not know. */
        WorkflowStep: components["schemas"]["WorkflowStepInput"];
        /** @description Customer data that screening rules read as `session.metadata.<key>`. Keys are returned exactly as sent. Use flat values: strings, numbers, booleans, arrays of strings, arrays of numbers. Null counts as no value. Other values are accepted, but a rule that reads one fails the verification. */
        WorkflowTemplateMetadata: {
            [key: string]: unknown;
        };
        /**
         * @description Label of the rule. Does not restrict the fields that the rule reads. It only determines whether a write accepts the action `decline` (see rule_types in screening-fields.yaml).
         * @enum {string}
         */
        ScreeningRuleType: "country_block" | "score_threshold" | "age_restriction" | "geolocation_mismatch" | "watchlist_hit" | "adverse_media_hit" | "custom" | "repeat_applicant" | "device_velocity" | "ip_reputation" | "bot_signal" | "impossible_travel" | "identity_ring" | "email_risk" | "behavior_anomaly" | "geo_mismatch" | "credit_history";
        /**
         * @description Comparison is exact, including case and accents. `eq`, `neq`: equal, not equal. `gt`, `gte`, `lt`, `lte`: ordered comparison. `in`, `not_in`: the value is an array that contains, or does not contain, the resolved value. `contains`: a substring of a string, or one whole element of an array field. `exists`: the field resolved to any value. Array fields are compared by reference: `eq` and `in` are never true, `neq` and `not_in` always are. Custom form rules have their own operators.
         * @enum {string}
         */
        ScreeningOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists";
        /** @description The value to compare with the resolved value. All entries of an array have one type. A type that the operator cannot use is accepted, and the comparison is never true. */
        ScreeningValue: string | number | boolean | string[] | number[];
        /** @description Compares the value that `field` resolves to. If the field resolves to nothing, the rule does not fire, even with a negative operator. */
        ScreeningFieldCondition: {
            /** @constant */
            kind: "field";
            /** @description A field path, or a pattern of screening-fields.yaml with its variables filled in. A path that cannot be resolved is rejected at any depth. The path is in `error.details.field`. */
            field: string;
            operator: components["schemas"]["ScreeningOperator"];
            value?: components["schemas"]["ScreeningValue"];
        };
        /** @description A comparison of one field, or a group of conditions. Groups nest up to 32 levels. Responses may contain later kinds: ignore a condition whose `kind` you do not know. */
        ScreeningCondition: components["schemas"]["ScreeningFieldCondition"] | components["schemas"]["ScreeningGroupCondition"];
        /** @description True if all (`AND`) or any (`OR`) of the children are true. In an `OR`, a child whose field resolves to nothing is false. */
        ScreeningGroupCondition: {
            /** @constant */
            kind: "group";
            /** @enum {string} */
            op: "AND" | "OR";
            children: components["schemas"]["ScreeningCondition"][];
        };
        /**
         * @description The effect if the condition is true. `tag`: adds a note for reviewers, without effect on routing or outcome. `review`: sends the verification to manual review. `adjust_score`: adds `scoreAdjustment` to the score that decides on manual review. `approve`: marks the verification as approved. `decline`: rejected on write for some rule types and for sensitive attributes. An accepted `decline` that fires leads to manual review, never directly to the outcome.
         * @enum {string}
         */
        ScreeningAction: "tag" | "review" | "adjust_score" | "approve" | "decline";
        /** @description A rule as written by the client. It compares values derived from a verification and takes an action if the condition is true. */
        ScreeningRuleInput: {
            /** @description Label for people. Does not affect evaluation. */
            name: string;
            ruleType: components["schemas"]["ScreeningRuleType"];
            condition: components["schemas"]["ScreeningCondition"];
            action: components["schemas"]["ScreeningAction"];
            /** @default 100 */
            priority?: number;
            /** @default true */
            isActive?: boolean;
            /** @description Used only with the action `adjust_score`. Accepted and stored with other actions too. */
            scoreAdjustment?: number;
        };
        /** @description A stored rule with its defaults filled in. The client can send it back unchanged. */
        ScreeningRule: WithRequired<components["schemas"]["ScreeningRuleInput"], "priority" | "isActive">;
        WorkflowTemplate: {
            id: string;
            name: string;
            steps: components["schemas"]["WorkflowStep"][];
            metadata: components["schemas"]["WorkflowTemplateMetadata"];
            screening_rules: components["schemas"]["ScreeningRule"][];
            device_intelligence: boolean;
            evidence_image_retention_days: number | null;
            /** @description Increases by one with each accepted write. A version and its documents are never edited later. */
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
            /** @description Steps in the order for the applicant. Step ids are unique in the template. */
            steps: components["schemas"]["WorkflowStepInput"][];
            metadata?: components["schemas"]["WorkflowTemplateMetadata"];
            /** @description Empty if omitted at creation. */
            screening_rules?: components["schemas"]["ScreeningRuleInput"][];
            /** @description Whether to collect the device and network signals for screening rules. Without them, those fields resolve to nothing. False if omitted at creation. */
            device_intelligence?: boolean;
            /** @description Days from the end of a session to the deletion of its evidence images. Null keeps the images until an erasure. Null if omitted at creation. */
            evidence_image_retention_days?: number | null;
        };
        WorkflowTemplateResponse: {
            data: components["schemas"]["WorkflowTemplate"];
        };
        /** @description Each key replaces the stored value of that key. All keys are optional. */
        WorkflowTemplateUpdateRequest: {
            name?: string;
            /** @description Steps in the order for the applicant. Step ids are unique in the template. */
            steps?: components["schemas"]["WorkflowStepInput"][];
            metadata?: components["schemas"]["WorkflowTemplateMetadata"];
            /** @description Empty if omitted at creation. */
            screening_rules?: components["schemas"]["ScreeningRuleInput"][];
            /** @description Whether to collect the device and network signals for screening rules. Without them, those fields resolve to nothing. False if omitted at creation. */
            device_intelligence?: boolean;
            /** @description Days from the end of a session to the deletion of its evidence images. Null keeps the images until an erasure. Null if omitted at creation. */
            evidence_image_retention_days?: number | null;
        };
        Wallet: {
            /** @description ISO 4217 code. Null if the wallet is absent. */
            currency: string | null;
            /** @description In minor units (cents). Null if the wallet is absent. */
            balance_minor: number | null;
            /**
             * @description `locked`: the balance exists but cannot be spent.
             * @enum {string}
             */
            status: "active" | "locked" | "absent";
        };
        /** @enum {string} */
        DataSubjectRequestType: "access" | "erasure";
        DataSubjectRequestCreate: {
            type: components["schemas"]["DataSubjectRequestType"];
            /** @description An applicant of this organization and mode. Any other id is a validation error. */
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
        /** @description Contains neither the signing secret nor the payload. */
        DeliveryAttempt: {
            id: string;
            subscription_id: string;
            /** @description Null for a test ping. */
            session_id: string | null;
            event_type: string;
            /** @enum {string} */
            status: "delivered" | "failed";
            /** @description HTTP status of the receiver's response. Null if the receiver did not respond. */
            http_code: number | null;
            latency_ms: number;
            /** @description Number of the attempt for this event and subscription, from 1. */
            attempt: number;
            /** @description Reason of the failure, from a closed list. Null if the event was delivered. */
            error_code: ("timeout" | "dns_failure" | "tls_failure" | "connection_failed" | "redirect_refused" | "blocked_address" | "http_4xx" | "http_5xx") | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `kyc.session.skipped_by_applicant` is reserved: a subscription may list it, but it is not delivered yet.
         * @enum {string}
         */
        WebhookEventType: "kyc.session.completed" | "kyc.session.cancelled" | "kyc.session.manual_review_requested" | "kyc.session.form_flagged" | "kyc.session.expired" | "kyc.session.document_signed" | "kyc.session.document_declined" | "kyc.session.skipped_by_applicant";
        WebhookSubscription: {
            id: string;
            /** Format: uri */
            url: string;
            events: components["schemas"]["WebhookEventType"][];
            /** @description False if paused, or disabled after days of failures or a 410 response. */
            is_active: boolean;
            mode: components["schemas"]["Mode"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Time at which the subscription became inactive.
             */
            disabled_at: string | null;
        };
        /**
         * Format: uri
         * @description URL that receives the events. Must use HTTPS; the case of the scheme does not matter.
         */
        WebhookUrl: string;
        WebhookSubscriptionCreate: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEventType"][];
        };
        WebhookSubscriptionWithSecretEnvelope: {
            data: components["schemas"]["WebhookSubscription"] & {
                /** @description `whsec_` and the base64 encoding of the 32-byte HMAC key. Returned only in this response. */
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
            /** @description SHA-256 of the whole file, in lowercase hex. */
            sha256: string;
        };
        /** @description The claims that the seal signs. They contain no signer name and no contact detail. Holders of the document can see the id of the owning organization. */
        SealClaims: {
            /** @description Id of the published key that made the signature. */
            kid: string;
            agreement_id: string;
            document_id: string;
            final_hash: string;
            region: components["schemas"]["Region"];
            mode: components["schemas"]["Mode"];
            /** @description Event-chain position that the seal fixes. */
            chain_position: number;
            sealed_at: components["schemas"]["Timestamp"];
            org_id: string;
        };
        /** @description Check first that `seal` is present, then branch on `format`. An unknown format means that you cannot check the seal, not that the document is false. */
        Seal: {
            format: string;
            /** @description `<format>.<base64url payload>.<base64url signature>`, as stored. The Ed25519 signature covers the UTF-8 bytes of `<format>.<base64url payload>`. Verify this token, never claims that were serialized again. */
            token: string;
            /** @description The signed payload as a JSON string, byte for byte. Its parsed value has the schema SealClaims. */
            payload_json: string;
        };
        Attestation: {
            /** @description The attested fact. New values may be added. */
            type: string;
            recorded_at: components["schemas"]["Timestamp"];
        };
        /** @description Never contains a name, email address, phone number, document title or short agreement reference. The identifiers are present if the hash resolved to a readable record. */
        VerificationResponse: {
            /** @example 1 */
            protocol_version: string;
            /** @description True exactly when `status` is `verified`. Always a boolean. */
            match: boolean;
            /** @description Explains the result. New values may be added without notice. Treat an unknown value as not verified. */
            status: string;
            seal?: components["schemas"]["Seal"];
            agreement_id?: string;
            document_id?: string;
            /** @description Position of the document in the agreement, from 0. */
            document_index?: number;
            /** @description Number of documents in the agreement. */
            document_count?: number;
            /** @description SHA-256 of the sealed file. Absent if the document is not sealed. */
            final_hash?: string;
            /** @description The signature methods used. New values may be added. */
            signature_methods?: string[];
            mode?: components["schemas"]["Mode"];
            /** @description Current position in the event chain of the agreement. */
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
            /** @description Public key, in base64url. */
            x: string;
            kid: string;
            /**
             * @description `active`: seals and verifies. `retired`: still verifies. `revoked`: its seals are no longer trusted.
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
            /** @description The type of the check. */
            type: string;
            /** @enum {string} */
            status: "open" | "submitted" | "skipped";
            /** @description The part of the step's configuration that a browser needs to render it. For a form, this is its questions, never its rules. For a check that searches for the applicant, `asks` lists `name` or `email` if the applicant record lacks it. */
            config: Record<string, never>;
        };
        SdkSession: {
            id: string;
            status: components["schemas"]["SessionStatus"];
            mode: components["schemas"]["Mode"];
            /**
             * @description Whether a submission must contain the name in parts. `required`: the session has a background check, which rejects `legalName` alone. `requested`: another check searches for the applicant by name.
             * @enum {string}
             */
            nameComponents: "required" | "requested" | "optional";
            steps: components["schemas"]["SdkStep"][];
        };
        SdkSessionEnvelope: {
            data: components["schemas"]["SdkSession"];
        };
        /** @description The personal data in the SDK's submit payload. Names of the parts differ from those of the API only in case. The family name is required if another part of the name is present. Unknown fields are rejected. The SDK, not the service, drops the removed `firstName`, `middleName` and `lastName` with a warning. */
        SdkApplicant: {
            /** @description The whole captured name in one string. */
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
             * @description Source of the document image, as declared by the browser. If the integrator does not forward it, the run is recorded as `camera`. Advisory.
             * @default camera
             * @enum {string}
             */
            acquisition?: "camera" | "upload";
            /** @description Images of an identity document, JPEG or PNG in base64, up to 10 MiB each. Optional. */
            images?: {
                front?: string;
                back?: string;
                selfie?: string;
            };
            /** @description Answers of a custom form, by question id. A date is YYYY-MM-DD. A multiple choice is an array. The form of e-mail addresses and phone numbers is not checked. */
            answers?: {
                [key: string]: string | number | boolean | string[];
            };
        };
        SdkEnvelopeDocument: {
            documentId: string;
            documentOrder: number;
            title: string;
            /** @description The permitted class that the author selected. */
            documentClass: string;
            /** @description SHA-256 of the presented file. */
            presentedHash: string;
            /** @description SHA-256 of the sealed file. Null until the document is sealed. */
            finalHash: string | null;
        };
        /** @description The electronic-records disclosure. It states the right to paper, the right to withdraw and its consequences, and the scope (this transaction). It also states how to withdraw, update contact details and get a free paper copy. It lists the required hardware and software and explains how changes are announced. A published text is never edited. New wording gets a new version. */
        ConsentDisclosure: {
            version: number;
            /** @description SHA-256 of `text`, encoded in UTF-8. */
            hash: string;
            text: string;
        };
        SdkConsent: {
            version: number;
            hash: string;
            acceptedAt: components["schemas"]["Timestamp"];
        };
        /** @description The business to contact after the end of the session, for withdrawal, a paper copy or new contact details. */
        EnvelopeSender: {
            name: string;
            email: string | null;
        };
        SdkEnvelope: {
            envelopeId: string;
            /** @description A draft has no envelope yet. New values may be added. */
            status: string;
            mode: components["schemas"]["Mode"];
            /** @description Sorted by `documentOrder`. */
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
            /** @description The applicant's name as typed. Must not be blank. */
            typedName: string;
        };
        SdkDeclineRequest: {
            reason?: string;
        };
        SdkFrameRequest: {
            copy?: {
                /** @description A BCP 47 language tag. */
                lang: string;
                /** @enum {string} */
                dir: "ltr" | "rtl";
                /** @description One text for each message of the frame. The keys are those of the SDK's catalogue. */
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
         * @description ISO 8601, UTC.
         */
        EventTimestamp: string;
        /**
         * @description Data plane that produced the event. If it is absent, do not assume `live`.
         * @enum {string}
         */
        EventMode: "live" | "test";
        /** @description The standard body of all session events except the two e-signature events. */
        SessionEventBody: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description Status of the session at the time of the event. New values may be added. */
            status: string;
            /** @description Null if the transition had no verdict. New values may be added. */
            outcome: string | null;
            occurredAt: components["schemas"]["EventTimestamp"];
            mode?: components["schemas"]["EventMode"];
            /** @description Event type. Absent from events emitted before it was introduced. */
            type?: string;
            /**
             * @description The source of the decision, never a name, id or reason. Absent if the transition had no decision, if the applicant ended the session, and in older events.
             * @enum {string}
             */
            decisionSource?: "automatic" | "reviewer";
        };
        SessionCompletedEvent: {
            /** @constant */
            status: "completed";
            /** @description The verdict. Clients treat an unknown value as neither approved nor declined. */
            outcome: string;
            /** @constant */
            type?: "kyc.session.completed";
        } & WithRequired<components["schemas"]["SessionEventBody"], "sessionId" | "status" | "outcome" | "occurredAt">;
        /** @description No value is valid, so the field is always absent. */
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
        /** @description Position of the document in its envelope, from 0. */
        EventDocumentOrder: number;
        SignedDocumentReference: {
            documentId: string;
            documentOrder: components["schemas"]["EventDocumentOrder"];
            /** @description SHA-256 of the sealed document, in lowercase hex. */
            finalHash: string;
        };
        /** @description Contains no signer, contact detail, document title or filled-in value. */
        SessionDocumentSignedEvent: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description Id of the signing envelope. */
            envelopeId: string;
            /** @description Always an array, sorted by `documentOrder`. */
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
        /** @description Contains no signer, contact detail, document title, filled-in value or reason. */
        SessionDocumentDeclinedEvent: {
            sessionId: components["schemas"]["EventSessionId"];
            /** @description Id of the signing envelope. */
            envelopeId: string;
            /** @description Always an array, sorted by `documentOrder`. */
            documents: components["schemas"]["DeclinedDocumentReference"][];
            declinedAt: components["schemas"]["EventTimestamp"];
            mode: components["schemas"]["EventMode"];
            /** @constant */
            type: "kyc.session.document_declined";
            signedAt?: components["schemas"]["NeverPresent"];
        };
        /** @description Reserved. No delivery contains it yet. */
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
        /** @description The credential is missing or not valid. No key is authenticated, so the response has no rate-limit headers. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The wallet balance is too low, or the wallet is locked or missing. Live mode only. */
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
        /** @description The key lacks a scope, the plan is not active, or the credential is not a secret key. */
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
        /** @description The key belongs to another region. The region is part of the key, so this check runs before the key lookup. */
        RegionMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values are not accepted. The response lists all of them. */
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
        /** @description The limit of the route class is reached. The per-IP limit, which runs before authentication, returns the same error without rate-limit headers. */
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
        /** @description An unexpected failure. The request can be retried. */
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
        /** @description The request body is larger than this operation accepts. */
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
        /** @description The media type of the request body is not one that this operation accepts. */
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
        /** @description No such resource is visible to this key. */
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
        /** @description The session has ended, its status does not allow the operation, or the key belongs to another region. */
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
        /** @description The session has ended, the step was already submitted or skipped, the status does not allow the operation, or the key belongs to another region. */
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
        /** @description The session has ended, or the key belongs to another region. */
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
        /** @description `resource_not_found`: the session is not visible to the key, or the artifact type is never served. Both cases return the same response. `artifact_not_available`: the session is visible and the artifact type is served, but no image is stored. */
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
        /** @description The form is not valid, or no document could be read. Only the second case has `details.mode`. */
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
        /** @description The template is not valid, and nothing was saved. `details.issues` lists every problem: invalid fields, unresolvable fields of rules, and actions that a rule may not have. */
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
        /** @description The key lacks a scope, or the credential is not a secret key. Billing never rejects this request. */
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
        /** @description The request body is larger than this operation accepts, or its size cannot be determined. */
        KeylessTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The media type of the request body is not one that this operation accepts. */
        KeylessUnsupportedMedia: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values are not accepted. The response lists all of them. */
        KeylessInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description Too many requests from this IP address. */
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
        /** @description An unexpected failure. The request can be retried. */
        KeylessError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The token or publishable key is missing, expired, revoked or unknown. The SDK mints a new token once and retries the request once. */
        SdkUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The type of credential is wrong, or the page's origin is not in the list of the publishable key. */
        SdkForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session of this token has no such resource. */
        SdkNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session has ended or awaits review, the step was already submitted or skipped, or the publishable key belongs to another region. */
        SdkSubmissionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Fields or values are not accepted, or a background check requires a name in parts and the request has only `legalName`. */
        SdkSubmissionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorEnvelope"];
            };
        };
        /** @description The session has ended, the step was already submitted or skipped, or the publishable key belongs to another region. */
        SdkStepConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Consent is missing, the session has ended, the step was already submitted or skipped, or the publishable key belongs to another region. */
        SdkSignConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session has ended, or the publishable key belongs to another region. */
        SdkConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The session has ended, awaits review and can no longer be ended, or the publishable key belongs to another region. */
        SdkEndConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Any 2xx response acknowledges the delivery. Any other response, including a redirect, is a failed attempt. Retries send the same bytes. 410 disables the subscription immediately. */
        WebhookAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Maximum number of items on a page. Our choice.
         * @example 20
         */
        Limit: number;
        /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
        Cursor: string;
        /**
         * @description The region subtag is the country of a national phone number. A language without a region (`en`) names no country.
         * @example en-US
         */
        AcceptLanguage: string;
        /**
         * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
         * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
         * @example 1
         */
        WebhookEventVersion: string;
        /**
         * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
         * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
         */
        WebhookSignature: string;
        /**
         * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
         * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
         */
        WebhookId: string;
        /**
         * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
         * @example 1764000000
         */
        WebhookTimestamp: string;
        /**
         * @description `test_ping` on a test ping, absent on other deliveries. No other field identifies a test ping reliably.
         * @example test_ping
         */
        WebhookOrigin: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Request id, on every response. Error bodies repeat it. Our choice.
         * @example req_4xb5y10zq8n4t7k2r6v3w9cj
         */
        RequestId: string;
        /**
         * @description Requests allowed in one window of the route class.
         * @example 120
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in this window.
         * @example 119
         */
        RateLimitRemaining: number;
        /**
         * @description UNIX time, in seconds, at which the window resets. Windows are aligned to the epoch, which is our choice.
         * @example 1764000060
         */
        RateLimitReset: number;
        /**
         * @description Length of the window in seconds.
         * @example 60
         */
        RateLimitWindow: number;
        /**
         * @description Same as RateLimitLimit. Absent if the request was rejected before its key was authenticated.
         * @example 120
         */
        OptionalRateLimitLimit: number;
        /**
         * @description Same as RateLimitRemaining. Absent if the request was rejected before its key was authenticated.
         * @example 0
         */
        OptionalRateLimitRemaining: number;
        /**
         * @description Same as RateLimitReset. Absent if the request was rejected before its key was authenticated.
         * @example 1764000060
         */
        OptionalRateLimitReset: number;
        /**
         * @description Same as RateLimitWindow. Absent if the request was rejected before its key was authenticated.
         * @example 60
         */
        OptionalRateLimitWindow: number;
        /**
         * @description Seconds until the window resets, at least 1. `details.reset_at` in the body is the same time as a timestamp. Our choice.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description Clients and proxies must not cache evidence.
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
                 * @description Maximum number of items on a page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
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
                 * @description The region subtag is the country of a national phone number. A language without a region (`en`) names no country.
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
            /** @description The new session, without `idv`. The applicant has not started. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled session. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
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
            /** @description The session without that step. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. Keep it only in the memory of the SDK. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token for the `fetchToken` function of the page. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. It contains personal data, so the cache rule of images applies. */
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
                 * @description Id of the session, used as is. A malformed id returns the same 404 as an unknown one.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                id: components["parameters"]["SessionId"];
                /**
                 * @description `portrait` is the cropped photo of the document holder and the smallest image with the face. `front` is the front of the document. `selfie` is a frame of the face check, if one ran. `back` and all other values return 404, and the response does not repeat the value. The schema is therefore a plain string.
                 * @example portrait
                 */
                artifact: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image bytes, always JPEG. */
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
            /** @description The extracted fields. */
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
                 * @description Maximum number of items on a page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
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
                 * @description The region subtag is the country of a national phone number. A language without a region (`en`) names no country.
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
                 * @description The region subtag is the country of a national phone number. A language without a region (`en`) names no country.
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
            /** @description The applicant after the update. */
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
                 * @description Maximum number of items on a page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
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
            /** @description The stored template with its defaults filled in. */
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
            /** @description The template after the update. */
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
            /** @description The wallet. `status` is `absent` if there is none. */
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
            /** @description The request, not processed yet. */
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
                 * @description Maximum number of items on a page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only attempts for events of this session. A session that is not visible to the key gives an empty page.
                 * @example vs_5t2kx8q4tb7m2k9r5w6y0zc1
                 */
                session_id?: string;
                /**
                 * @description Only attempts for this subscription.
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
                 * @description Maximum number of items on a page. Our choice.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque value. A cursor from another list is rejected. Our choice. */
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
            /** @description The subscription after the update. */
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
            /** @description The ping is queued. Its row in the delivery log has the result. */
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
            /** @description The result of the lookup in this region. */
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
            /** @description The session as visible to the applicant. */
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
                 * @description The region subtag is the country of a national phone number. A language without a region (`en`) names no country.
                 * @example en-US
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                /**
                 * @description Id of a step of the token's session. `esign` steps have their own routes.
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
            /** @description The session with its remaining steps. */
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
                 * @description Id of an `esign` step of the token's session.
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
                 * @description Id of an `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
                /**
                 * @description Id of a document of the step's envelope.
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
                     * @description RFC 9530 digest of the response body, in base64. For a sealed document, the verify endpoint takes the same digest in hex.
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
                 * @description Id of an `esign` step of the token's session.
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
            /** @description The consent is recorded. */
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
                 * @description Id of an `esign` step of the token's session.
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
                 * @description Id of an `esign` step of the token's session.
                 * @example lease
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was forwarded to the sending business. */
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
                 * @description Id of an `esign` step of the token's session.
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
                 * @description Id of an `esign` step of the token's session.
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
            /** @description The decline is recorded. */
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
                 * @description Id of an `esign` step of the token's session.
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
            /** @description The session after its end. */
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
            /** @description A working token and its expiry. */
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description Version of the event body. Sent with every registered event type. Changes within a version are additive. The header is advisory and not covered by the signature.
                 * @example 1
                 */
                "X-Webhook-Event-Version"?: components["parameters"]["WebhookEventVersion"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
                 * @description `test_ping` on a test ping, absent on other deliveries. No other field identifies a test ping reliably.
                 * @example test_ping
                 */
                "X-Webhook-Origin"?: components["parameters"]["WebhookOrigin"];
                /**
                 * @description One or two values of the form `v1=<hex>`: the HMAC-SHA256 of the raw body. The HMAC key is the signing secret without the prefix `whsec_`, decoded from base64 (32 bytes). While a rotated secret is still valid, the header has two values, separated by a space. Verify the signature before you use the body. The scheme is our choice.
                 * @example v1=5f2b0c7d9e31a4486bd0c1f7722e9a3345cc0e1b8f6d27a09c4e5b3f1d806a9e
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Id of the stored event, the same on every attempt. Ignore a delivery whose id you have already processed. Advisory and not covered by the signature. Our choice.
                 * @example evt_7c2h8s5n0t4v7b9k1mwqf3xd
                 */
                "X-Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description UNIX time of this attempt, in seconds. Advisory and not covered by the signature. Our choice.
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
